"""The audit of our own tests with mutmut: ``python -m audit`` (see CONTRIBUTING.md)."""
