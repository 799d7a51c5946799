import {
  emailAccess,
  resourceTenantsAccess,
  tenantAccess,
  tenantReleaseAccess,
  tenantResourceAccess,
} from '../../access/service-accesses.ts';
import type { Access } from '../../access/statements.ts';
import type { EmailService } from './email-api.ts';

interface EmailOperation {
  // biome-ignore lint/suspicious/noExplicitAny: the operation itself checks the content
  readonly accesses: (input: any) => readonly Access[];
  // biome-ignore lint/suspicious/noExplicitAny: the operation itself checks the content
  readonly run: (input: any, email: EmailService) => unknown;
}

/** Operations of SES v2 that are POSTs to one path each. Source: SES API v2 reference. */
export const EMAIL_OPERATIONS: Readonly<Record<string, EmailOperation>> = {
  '/v2/email/outbound-emails': { accesses: emailAccess, run: (input, email) => email.send(input) },
  '/v2/email/tenants': { accesses: tenantAccess, run: (input, { tenants }) => tenants.create(input) },
  '/v2/email/tenants/resources': {
    accesses: tenantResourceAccess,
    run: (input, { tenants }) => tenants.associate(input),
  },
  '/v2/email/tenants/resources/delete': {
    accesses: tenantReleaseAccess,
    run: (input, { tenants }) => tenants.dissociate(input),
  },
  '/v2/email/resources/tenants/list': {
    accesses: resourceTenantsAccess,
    run: (input, { tenants }) => tenants.tenantsOf(input),
  },
};
