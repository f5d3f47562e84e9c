"""Pictures drawn on the server: what there is to compute for their SVG."""
