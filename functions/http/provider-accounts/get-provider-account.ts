import * as routes from '#shared/contract/routes/provider-accounts.ts';
import { findProviderAccount, readProviderDefault } from '#shared/data/entities/mail/provider-account.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { providerAccountRecord } from './provider-account-record.ts';

export const getProviderAccount = operation(routes.getProviderAccount, async ({ actor, table }, { params }) => {
  const { id: organizationId } = actor.organization;
  const [account, current] = await Promise.all([
    findProviderAccount(table, organizationId, params.id),
    readProviderDefault(table, organizationId),
  ]);
  if (account === undefined) throw notFound();
  return reply(providerAccountRecord(account, current));
});
