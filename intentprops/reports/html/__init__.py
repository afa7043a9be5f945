"""``report.html``: one file that opens from disk, is read without scripts, and loads nothing."""

from intentprops.reports.html.page import compared_page, proof_page, run_page

__all__ = ["compared_page", "proof_page", "run_page"]
