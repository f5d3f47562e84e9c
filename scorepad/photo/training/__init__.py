"""How the reader was taught: pictures of dice drawn by seed, and the nets trained on them. The pad runs
without.
"""
