"""Where a frame loses a direction: factors of det J, and the search for them."""
