import * as routes from '#shared/contract/routes/trusted-issuers.ts';
import {
  idOfIssuer,
  insertTrustedIssuer,
  readIssuerIndex,
  replaceIssuerIndex,
  type TrustedIssuer,
} from '#shared/data/entities/issuer/trusted-issuer.ts';
import { findIdentities } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { AppError, invalid, notFound } from '#shared/domain/errors/errors.ts';
import { ownUrlProblem } from '#shared/domain/http/own-address.ts';
import { receiverUrlProblem } from '#shared/domain/http/url-safety.ts';
import { isId, makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { signingJwksOf } from '#shared/domain/issuer/signing-jwk.ts';
import { MAX_TRUSTED_ISSUERS } from '#shared/domain/issuer/trusted-issuer.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { issuerOf } from '#shared/services/issuer/issuer-of.ts';
import { trustedIssuerRecord } from './trusted-issuer-record.ts';

export const createTrustedIssuer = operation(routes.createTrustedIssuer, async (context, { body }) => {
  const { actor, table } = context;
  const { organization } = actor;
  requireUrl('issuer', body.issuer, context);
  if (body.issuer.includes('?')) throw invalid('issuer', 'a URL without a query');
  if (body.jwks_url !== undefined) requireUrl('jwks_url', body.jwks_url, context);
  const [index] = await Promise.all([
    readIssuerIndex(table, organization.id),
    requireIdentities(
      table,
      organization.id,
      body.rules.map((rule) => rule.identity_id),
    ),
  ]);
  if (idOfIssuer(index, body.issuer) !== undefined) throw new AppError('trusted_issuer.duplicate');
  if (Object.keys(index.issuers).length >= MAX_TRUSTED_ISSUERS)
    throw new AppError(
      'trusted_issuer.limit_reached',
      `An organization may trust ${MAX_TRUSTED_ISSUERS} issuers at most: delete one first.`,
    );
  const given = body.jwks?.keys;
  const jwks = given === undefined ? null : (signingJwksOf({ keys: given }, given.length) ?? null);

  return write((tx) => {
    const createdAt = tx.nextTimestamp(organization.id);
    const trusted: TrustedIssuer = {
      id: makeId('trustedIssuer', createdAt, randomPart()),
      organizationId: organization.id,
      organizationName: organization.name,
      organizationSlug: organization.slug,
      issuer: body.issuer,
      jwksUrl: body.jwks_url ?? null,
      jwks,
      rules: body.rules.map(({ identity_id, claims, scopes }) => ({ identityId: identity_id, claims, scopes })),
      createdAt,
    };
    const issuers = { ...index.issuers, [trusted.id]: trusted.issuer };
    tx.put(insertTrustedIssuer(trusted), replaceIssuerIndex(organization.id, { issuers, version: index.version + 1 }));
    return reply(trustedIssuerRecord(trusted, issuerOf(context)));
  });
});

/** Throws unless the service may get keys from a URL. The name of an issuer has the same form. */
function requireUrl(field: string, url: string, { settings, ownUrls }: RequestContext): void {
  const policy = { allowLoopback: settings.allowLoopbackReceivers };
  const problem = receiverUrlProblem(url, policy) ?? ownUrlProblem(url, ownUrls);
  if (problem !== undefined) throw invalid(field, problem);
}

/** Throws 404 unless all agents of the rules are the organization's. */
async function requireIdentities(table: Table, organizationId: string, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (!wanted.every((id) => isId('agent', id))) throw notFound();
  const found = await findIdentities(
    table,
    wanted.map((identityId) => ({ organizationId, identityId })),
  );
  if (found.length !== wanted.length) throw notFound();
}
