"""Reports: what was found, rendered for people and for other programs. Each is made from the same data."""
