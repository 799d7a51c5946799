import * as routes from '#shared/contract/routes/trusted-issuers.ts';
import {
  findTrustedIssuer,
  readIssuerIndex,
  removeTrustedIssuer,
  replaceIssuerIndex,
} from '#shared/data/entities/issuer/trusted-issuer.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { noContent, operation, write } from '#shared/runtime/pipeline/operation.ts';
import { issuerOf } from '#shared/services/issuer/issuer-of.ts';
import { trustedIssuerRecord } from './trusted-issuer-record.ts';

/** Each use of a short key reads the trusted issuer that it follows from, so no key outlives it. */
export const deleteTrustedIssuer = operation(routes.deleteTrustedIssuer, async (context, { params }) => {
  const { actor, table } = context;
  const { id: organizationId } = actor.organization;
  const [trusted, { issuers, version }] = await Promise.all([
    findTrustedIssuer(table, organizationId, params.id),
    readIssuerIndex(table, organizationId),
  ]);
  if (trusted === undefined) throw notFound();
  const others = Object.fromEntries(Object.entries(issuers).filter(([id]) => id !== trusted.id));
  return write((tx) => {
    tx.put(removeTrustedIssuer(trusted), replaceIssuerIndex(organizationId, { issuers: others, version: version + 1 }));
    tx.audit({ before: trustedIssuerRecord(trusted, issuerOf(context)) });
    return noContent();
  });
});
