"""Verifies identity tokens with PyJWT, from the discovery document and the keys of the issuer alone.

Reads a token per line, and prints a line for each: "accepted" and the subject, or "refused" and why.
"""

import json
import sys
import urllib.request

import jwt

issuer, audience = sys.argv[1:3]
with urllib.request.urlopen(f"{issuer}/.well-known/openid-configuration") as response:
    document = json.load(response)
if document["issuer"] != issuer:
    sys.exit(f"the document is of {document['issuer']}")
# By default it looks for an unknown key again after 30 seconds. In the test, a day of the issuer has a second.
keys = jwt.PyJWKClient(document["jwks_uri"], cooldown_duration=0)
for line in sys.stdin:
    token = line.strip()
    try:
        claims = jwt.decode(
            token,
            keys.get_signing_key_from_jwt(token),
            algorithms=document["id_token_signing_alg_values_supported"],
            audience=audience,
            issuer=issuer,
            options={"require": ["iss", "sub", "aud", "exp", "iat", "jti"]},
        )
        print("accepted", claims["sub"], flush=True)
    except jwt.PyJWTError as error:
        print("refused", type(error).__name__, flush=True)
