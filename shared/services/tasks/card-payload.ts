import { canonicalJson } from '#shared/domain/text/canonical-json.ts';
import type { AgentCard } from './agent-card.ts';

/**
 * The text of a card that its signature covers: canonical JSON of the fields that version 1.0 of the protocol defines,
 * without empty values and `signatures`. The fields for clients of 0.3 are not covered, because the official libraries
 * drop them before they verify. What the text has at its top is fixed, so no card reads as the claims of a token.
 *
 * See: A2A v1.0, section 8.4.1; RFC 8785; docs/decisions/0084-signed-agent-cards.md.
 */
export function cardPayload(card: AgentCard): string {
  const { url: _url, preferredTransport: _transport, protocolVersion: _version, security: _security, ...fields } = card;
  const { httpAuthSecurityScheme } = card.securitySchemes.bearer;
  return canonicalJson(withoutEmpty({ ...fields, securitySchemes: { bearer: { httpAuthSecurityScheme } } }));
}

/** A value without empty texts, lists and objects, however deep; `undefined` if nothing is left of it. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .map(([name, member]) => [name, withoutEmpty(member)] as const)
      .filter(([, member]) => member !== undefined);
    return members.length > 0 ? Object.fromEntries(members) : undefined;
  }
  return value === '' || value === null ? undefined : value;
}
