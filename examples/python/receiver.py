# receiver.py
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from aid_stack import WebhookVerificationError, verify_webhook

SECRET, PORT = os.environ["WEBHOOK_SECRET"], int(os.environ.get("PORT", "9090"))
seen: set[str] = set()
"""The same event may arrive twice. A program that runs for long keeps the newest ids only."""


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        try:
            event = verify_webhook(body, self.headers, SECRET)
        except WebhookVerificationError as error:
            print("refused:", error.reason, flush=True)
            self.send_response_only(401)
            self.end_headers()
            return
        self.send_response_only(204)
        self.end_headers()
        if event.id not in seen:
            print(event.type, event.id, flush=True)
        seen.add(event.id)


print(f"listening on http://127.0.0.1:{PORT}/", flush=True)
ThreadingHTTPServer(("127.0.0.1", PORT), Receiver).serve_forever()
