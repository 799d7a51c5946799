"""The synchronous client. `npm run clients` derives it."""
