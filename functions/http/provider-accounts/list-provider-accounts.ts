import * as routes from '#shared/contract/routes/provider-accounts.ts';
import { providerAccountsBefore, readProviderDefault } from '#shared/data/entities/mail/provider-account.ts';
import { collect } from '#shared/data/table-client.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { providerAccountRecord } from './provider-account-record.ts';

export const listProviderAccounts = operation(routes.listProviderAccounts, async ({ actor, table }, { query }) => {
  const { id: organizationId } = actor.organization;
  const [accounts, current] = await Promise.all([
    collect(providerAccountsBefore(table, organizationId, query.before), query.limit),
    readProviderDefault(table, organizationId),
  ]);
  return reply({ provider_accounts: accounts.map((account) => providerAccountRecord(account, current)) });
});
