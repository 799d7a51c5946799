import type { z } from 'zod';
import * as routes from '#shared/contract/routes/trusted-issuers.ts';
import { type exchangeTokenBody, ISSUED_TOKEN_TYPE } from '#shared/contract/schemas/token-exchange.ts';
import { insertShortKey } from '#shared/data/entities/issuer/short-key.ts';
import {
  findTrustedIssuer,
  idOfIssuer,
  readIssuerIndex,
  type TrustedIssuer,
} from '#shared/data/entities/issuer/trusted-issuer.ts';
import { agentSummary, checkActive, findIdentity, type Identity } from '#shared/data/entities/organization/identity.ts';
import { findOrganizationId } from '#shared/data/entities/organization/organization.ts';
import type { Table } from '#shared/data/table-client.ts';
import { AppError, invalid } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { slugOfAudience } from '#shared/domain/issuer/organization-audience.ts';
import { SCOPES, type Scope } from '#shared/domain/issuer/scopes.ts';
import { type IssuerRule, ruleFor } from '#shared/domain/issuer/trusted-issuer.ts';
import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';
import { MINUTE, SECOND, timestamp } from '#shared/domain/time/time.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { consumeHourlyRateLimit } from '#shared/runtime/pipeline/rate-limits.ts';
import { issuerOf } from '#shared/services/issuer/issuer-of.ts';
import { IssuerKeys } from './issuer-keys.ts';
import { readSubjectToken, type SubjectToken, verifiedClaims } from './subject-token.ts';

const LIFETIME_MS = 15 * MINUTE;

/** A workload exchanges a token every few minutes. A loop that does so with each request would fill the log. */
const MAX_SHORT_KEYS_PER_HOUR = 600;

const issuerKeys = new IssuerKeys();

type Body = z.output<typeof exchangeTokenBody>;

/**
 * Exchanges a token of a trusted issuer for a short key of an agent.
 *
 * Whatever an organization trusts stays its own matter: an organization that does not exist, one that does not trust
 * the issuer, a signature that is not valid and a token that fulfils no rule are one error.
 *
 * See: RFC 8693; docs/contract/trusted-issuers.md#exchange; docs/decisions/0082-trusted-issuers.md.
 */
export const exchangeToken = operation(routes.exchangeToken, async (context, { body }) => {
  const { table, now } = context;
  const token = readSubjectToken(body.subject_token, now);
  const slug = requireAudience(body, token, issuerOf(context));
  const trusted = await trustedIssuerOf(table, slug, token.issuer);
  const { rule, subject } = await fulfilledRule(trusted, token, context);
  const identity = await findIdentity(table, trusted.organizationId, rule.identityId);
  if (identity === undefined) throw refused('the agent of the rule does not exist');
  // The workload has proved that it is the agent's, so it may know.
  if (identity.status === 'suspended') throw new AppError('identity.suspended');
  const scopes = requestedScopes(body, rule);
  const { organizationId } = trusted;
  const limit = { key: `short-keys#${identity.id}`, limit: MAX_SHORT_KEYS_PER_HOUR, unit: 'short keys per hour' };
  const count = consumeHourlyRateLimit(table, limit, now);
  const key = generateApiKey('sat');
  return write((tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const keyId = makeId('shortKey', createdAt, randomPart());
    const expiresAt = createdAt + LIFETIME_MS;
    const { organizationName, organizationSlug } = trusted;
    const owner = { organizationId, organizationName, organizationSlug, identityId: identity.id };
    const tokenGeneration = identity.tokenGeneration ?? 0;
    const shortKey = { keyId, ...owner, scopes, issuerId: trusted.id, tokenGeneration, createdAt, expiresAt };
    tx.put(count, checkActive(identity), insertShortKey(hashApiKey(key), shortKey));
    tx.appendEvent(organizationId, {
      type: 'short_key.issued',
      identityId: identity.id,
      aggregateId: keyId,
      payload: payloadOf({ keyId, identity, trusted, subject, scopes, expiresAt }),
      agents: [agentSummary(identity)],
      at: createdAt,
    });
    return reply({
      access_token: key,
      issued_token_type: ISSUED_TOKEN_TYPE,
      token_type: 'Bearer',
      expires_in: LIFETIME_MS / SECOND,
      scope: scopes.join(' '),
    });
  });
});

interface Issued {
  readonly keyId: string;
  readonly identity: Identity;
  readonly trusted: TrustedIssuer;
  readonly subject: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
}

function payloadOf({ keyId, identity, trusted, subject, scopes, expiresAt }: Issued) {
  return {
    identityId: identity.id,
    shortKeyId: keyId,
    trustedIssuerId: trusted.id,
    issuer: trusted.issuer,
    subject,
    scopes: [...scopes],
    expiresAt: timestamp(expiresAt),
  };
}

/** The slug of the organization that the token is meant for. Throws 400 if it is meant for another service. */
function requireAudience({ audience, resource }: Body, token: SubjectToken, stageIssuer: string): string {
  const slug = slugOfAudience(stageIssuer, token.audience);
  if (slug === undefined) throw invalid('subject_token', `with the aud ${stageIssuer}/organizations/<slug>`);
  if (audience !== undefined && audience !== token.audience) throw invalid('audience', 'the aud of the token');
  if (resource !== undefined && resource !== stageIssuer) throw invalid('resource', `nothing but ${stageIssuer}`);
  return slug;
}

async function trustedIssuerOf(table: Table, slug: string, issuer: string): Promise<TrustedIssuer> {
  const organizationId = await findOrganizationId(table, slug);
  if (organizationId === undefined) throw refused('no organization has the slug');
  const id = idOfIssuer(await readIssuerIndex(table, organizationId), issuer);
  const trusted = id === undefined ? undefined : await findTrustedIssuer(table, organizationId, id);
  if (trusted === undefined) throw refused('the organization does not trust the issuer');
  return trusted;
}

/** The rule that a token fulfils, once the issuer's keys have shown that the token is the issuer's. */
async function fulfilledRule(
  trusted: TrustedIssuer,
  token: SubjectToken,
  { settings, ownUrls, now }: RequestContext,
): Promise<{ rule: IssuerRule; subject: string }> {
  const source = { policy: { allowLoopback: settings.allowLoopbackReceivers }, ownUrls };
  const keys = await issuerKeys.keysWith(token.kid, trusted, source, now);
  if (keys === undefined) throw refused('the keys of the issuer could not be read');
  const claims = await verifiedClaims(token, keys, now);
  if (claims === undefined) throw refused('no key of the issuer has signed the token');
  const rule = ruleFor(trusted.rules, claims);
  if (rule === undefined) throw refused('the token fulfils no rule');
  return { rule, subject: claims.sub ?? '' };
}

/** The scopes of the rule, or fewer if the workload asks for fewer. It never gets more than it asks for. */
function requestedScopes({ scope }: Body, { scopes }: IssuerRule): Scope[] {
  if (scope === undefined) return [...scopes];
  const asked = new Set(scope.split(' '));
  const granted = SCOPES.filter((one) => asked.has(one) && scopes.includes(one));
  if (granted.length !== asked.size) throw invalid('scope', `some of ${scopes.join(' ')}`);
  return granted;
}

function refused(cause: string): AppError {
  return new AppError('auth.token_refused', undefined, { cause });
}
