// Verifies A2A cards with the official SDK: whether the service that you trust vouches for what they say.
//
//   npm install @a2a-js/sdk@1.3.0 jose@6.2.17
//   ISSUER=<the service's address> node examples/verify-card.mjs <address of a card>...
import { verifyAgentCardSignature } from '@a2a-js/sdk';
import { createRemoteJWKSet } from 'jose';

const { ISSUER: issuer } = process.env;
const { jwks_uri: address } = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
const keys = createRemoteJWKSet(new URL(address));
console.debug = () => {};

// The key is the issuer's, whatever a card says: anyone can sign a card, and name the address of their own keys.
const verify = verifyAgentCardSignature(async (kid, jku) => {
  if (jku !== address) throw new Error(`a key of ${jku}`);
  return keys({ alg: 'RS256', kid });
});

for (const url of process.argv.slice(2)) {
  const card = await (await fetch(url)).json();
  await verify(card).then(
    () => console.log(`accepted: ${card.name}`),
    (error) => console.log(`refused: ${error.message}`),
  );
}
