"""Logs a person in with the official client: the test is the person, by one line with the address and one with where it led."""

import json
import sys
from urllib.parse import parse_qs, urlsplit

import anyio.to_thread
from mcp.client.auth import OAuthClientProvider
from mcp.shared import auth

REDIRECT_URI = "http://127.0.0.1:43111/callback"


class Memory:
    """What the client keeps between two requests."""

    def __init__(self):
        self.tokens = None
        self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


async def open_address(url):
    print(json.dumps({"authorize": url}), flush=True)


async def callback():
    led_to = json.loads(await anyio.to_thread.run_sync(sys.stdin.readline))["callback"]
    query = {name: values[0] for name, values in parse_qs(urlsplit(led_to).query).items()}
    code, state = query["code"], query.get("state")
    # Newer releases check who has answered; older ones take the code and the state alone.
    if hasattr(auth, "AuthorizationCodeResult"):
        return auth.AuthorizationCodeResult(code=code, state=state, iss=query.get("iss"))
    return code, state


def provider(server_url):
    metadata = auth.OAuthClientMetadata(
        client_name="Flow test",
        redirect_uris=[REDIRECT_URI],
        grant_types=["authorization_code", "refresh_token"],
        response_types=["code"],
        token_endpoint_auth_method="none",
    )
    return OAuthClientProvider(server_url, metadata, Memory(), open_address, callback)
