"""What is measured by `make bench`: ratios within one run, so any machine can tell."""
