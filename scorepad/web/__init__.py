"""The web: one module an area; each view reads, asks the rules or the store, and renders."""
