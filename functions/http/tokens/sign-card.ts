import { JWKS_PATH } from '#shared/domain/issuer/metadata.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { issuerOf } from '#shared/services/issuer/issuer-of.ts';
import type { AgentCard } from '#shared/services/tasks/agent-card.ts';
import { cardPayload } from '#shared/services/tasks/card-payload.ts';

/**
 * A card with the signature of the issuer. It is the same as long as the card and the key are, so caches revalidate it.
 *
 * See: A2A v1.0, section 8.4.2; docs/decisions/0084-signed-agent-cards.md.
 */
export async function signCard(card: AgentCard, context: Pick<RequestContext, 'signingKeys' | 'baseUrl'>) {
  const { jws } = await context.signingKeys().sign({
    payload: cardPayload(card),
    type: 'JOSE',
    keysUrl: `${issuerOf(context)}${JWKS_PATH}`,
  });
  // The payload is left out: who verifies makes it from the card (RFC 7515, appendix F).
  const [header = '', , signature = ''] = jws.split('.');
  return { ...card, signatures: [{ protected: header, signature }] };
}
