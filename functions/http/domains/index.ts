import * as routes from '#shared/contract/routes/domains.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { createDomain } from './create-domain.ts';
import { createMailbox } from './create-mailbox.ts';
import { deleteDomain } from './delete-domain.ts';
import { deleteMailbox } from './delete-mailbox.ts';
import { getDomain } from './get-domain.ts';
import { listDomains } from './list-domains.ts';
import { listMailboxes } from './list-mailboxes.ts';
import { verifyDomain } from './verify-domain.ts';

export const handler = serve(routes, {
  createDomain,
  listDomains,
  getDomain,
  verifyDomain,
  deleteDomain,
  createMailbox,
  listMailboxes,
  deleteMailbox,
});
