import { canonicalizeAgentCard } from '@a2a-js/sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { A2aSettings } from '#shared/data/entities/a2a/a2a-settings.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { agentCard } from '#shared/services/tasks/agent-card.ts';
import { cardPayload } from '#shared/services/tasks/card-payload.ts';

/** What the schemas let people write: any well-formed text, and the empty ones that the card has to cope with. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('', ' ', '"\\\n', 'é', '\u2028', '😀'),
);
const skill = fc.record({
  id: fc.string({ minLength: 1 }),
  name: text,
  description: text,
  tags: fc.array(text, { maxLength: 3 }),
  examples: fc.array(text, { maxLength: 3 }),
});
const settings = fc.record({
  description: fc.option(text),
  skills: fc.array(skill, { maxLength: 3 }),
  version: fc.nat(),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<A2aSettings>;
const identity = fc.record({
  id: fc.constant('agt_1'),
  handle: fc.constant('ada'),
  displayName: text,
  description: fc.option(text),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<Identity>;
const card = fc
  .tuple(identity, settings, text)
  .map(([agent, own, provider]) => agentCard(agent, own, provider, 'https://aid.example'));

test('The signed text of a card is what the official library makes of the card before it verifies', () => {
  fc.assert(
    fc.property(card, (given) => {
      // As a client receives it, with the signature.
      const received = JSON.parse(JSON.stringify({ ...given, signatures: [{ protected: 'e30', signature: 'AA' }] }));
      expect(cardPayload(given)).toBe(canonicalizeAgentCard(received));
    }),
    { numRuns: 500 },
  );
});

/** The registered claims of a JWT, by which services accept tokens. See: RFC 7519, section 4.1. */
const CLAIMS = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'];

test('No card reads as the claims of a token, whatever its agent writes', () => {
  fc.assert(
    fc.property(card, (given) => {
      const names = Object.keys(JSON.parse(cardPayload(given)));
      expect(names.filter((name) => CLAIMS.includes(name))).toEqual([]);
      expect(names).toEqual(expect.arrayContaining(['capabilities', 'supportedInterfaces', 'name', 'version']));
    }),
  );
});
