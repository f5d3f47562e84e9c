"""The rules core: frozen values and pure functions that know no web, no database, no language."""
