"""Verifies A2A cards with the official SDK: whether the service that you trust vouches for what they say.

    pip install "a2a-sdk[signing]==1.3.0" cryptography
    ISSUER=<the service's address> python examples/verify_card.py <address of a card>...
"""

import asyncio
import os
import sys

import httpx
import jwt
from a2a.client import A2ACardResolver
from a2a.utils.signing import SignatureVerificationError, create_signature_verifier

issuer = os.environ["ISSUER"]
address = httpx.get(f"{issuer}/.well-known/openid-configuration").raise_for_status().json()["jwks_uri"]
keys = jwt.PyJWKClient(address)


def key_of(kid: str | None, jku: str | None) -> jwt.PyJWK:
    """The key is the issuer's, whatever a card says: anyone can sign a card, and name the address of their own keys."""
    if kid is None or jku != address:
        raise jwt.PyJWTError(f"a key of {jku}")
    return keys.get_signing_key(kid)


async def main() -> None:
    verify = create_signature_verifier(key_of, ["RS256"])
    async with httpx.AsyncClient() as client:
        for url in sys.argv[1:]:
            try:
                # It verifies the card before it returns it.
                card = await A2ACardResolver(client, url).get_agent_card("/", signature_verifier=verify)
                print(f"accepted: {card.name}")
            except SignatureVerificationError as error:
                print(f"refused: {error}")


asyncio.run(main())
