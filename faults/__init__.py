"""What must never happen: an acknowledged deal that is gone, or there twice."""
