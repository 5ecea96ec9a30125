"""Answering: the web server, and what stands before Django on the way in and out."""
