"""Pictures made on the server: where everything stands in them, as frozen places for an SVG."""
