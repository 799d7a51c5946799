import * as routes from '#shared/contract/routes/provider-accounts.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { createProviderAccount } from './create-provider-account.ts';
import { deleteProviderAccount } from './delete-provider-account.ts';
import { getProviderAccount } from './get-provider-account.ts';
import { listProviderAccounts } from './list-provider-accounts.ts';
import { verifyProviderAccount } from './verify-provider-account.ts';

export const handler = serve(routes, {
  createProviderAccount,
  listProviderAccounts,
  getProviderAccount,
  verifyProviderAccount,
  deleteProviderAccount,
});
