"""The asynchronous client. The synchronous one is derived from these files by `derive_sync.py`."""
