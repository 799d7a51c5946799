import * as routes from '#shared/contract/routes/trusted-issuers.ts';
import { trustedIssuersBefore } from '#shared/data/entities/issuer/trusted-issuer.ts';
import { collect } from '#shared/data/table-client.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { issuerOf } from '#shared/services/issuer/issuer-of.ts';
import { trustedIssuerRecord } from './trusted-issuer-record.ts';

export const listTrustedIssuers = operation(
  routes.listTrustedIssuers,
  async (context, { query: { before, limit } }) => {
    const { actor, table } = context;
    const issuer = issuerOf(context);
    const found = await collect(trustedIssuersBefore(table, actor.organization.id, before), limit);
    return reply({ trusted_issuers: found.map((trusted) => trustedIssuerRecord(trusted, issuer)) });
  },
);
