"""What `make bench` measures: multiples of the barest answer in one run."""
