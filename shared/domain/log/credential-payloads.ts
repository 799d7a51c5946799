import { z } from 'zod';
import { described } from '../schema/described.ts';
import { actor } from './event-actor.ts';

/** Payloads of events about tokens, grants and short keys. See: docs/contract/events.md#event-types. */
const text = z.string();

export const identityTokenIssuedPayload = described(
  'IdentityTokenIssuedPayload',
  'An agent got an identity token.',
  z.strictObject({ identityId: text, audience: text, jti: text, expiresAt: text }),
  {
    identityId: 'The agent.',
    audience: 'The service that the token is for.',
    jti: 'The token’s id, as in its claim `jti`.',
    expiresAt: 'When the token expires.',
  },
);

const grantEndSchema = z
  .enum(['requested', 'client_request', 'token_reused'])
  .meta({ id: 'GrantEnd', description: 'Why a grant was revoked.' });

export const grantPayload = described(
  'GrantPayload',
  'A person has allowed an OAuth client something, or a grant was revoked.',
  z.strictObject({
    grantId: text,
    clientId: text,
    clientHost: text,
    agents: z.array(text),
    scopes: z.array(text),
    reason: grantEndSchema.nullable(),
    actor: actor.nullable(),
  }),
  {
    grantId: 'The grant.',
    clientId: 'The id of the client.',
    clientHost: 'The host that the person saw.',
    agents: 'The ids of the agents that the client may act for.',
    scopes: 'What it may do.',
    reason: null,
    actor: 'Who has allowed or revoked it.',
  },
);

export const shortKeyIssuedPayload = described(
  'ShortKeyIssuedPayload',
  'A workload got a short key of the agent for a token of a trusted issuer.',
  z.strictObject({
    identityId: text,
    shortKeyId: text,
    trustedIssuerId: text,
    issuer: text,
    subject: text,
    scopes: z.array(text),
    expiresAt: text,
  }),
  {
    identityId: 'The agent that the key acts as.',
    shortKeyId: 'The key’s id, which redemptions of leases name too.',
    trustedIssuerId: 'The trusted issuer with the rule.',
    issuer: 'The issuer of the token.',
    subject: 'Whom the token is about: its `sub`.',
    scopes: 'What the key is limited to.',
    expiresAt: 'When the key expires.',
  },
);
