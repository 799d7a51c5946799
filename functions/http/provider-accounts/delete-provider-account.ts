import * as routes from '#shared/contract/routes/provider-accounts.ts';
import {
  findProviderAccount,
  readProviderDefault,
  removeProviderAccount,
  replaceProviderDefault,
} from '#shared/data/entities/mail/provider-account.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { noContent, operation, write } from '#shared/runtime/pipeline/operation.ts';
import { providerAccountRecord } from './provider-account-record.ts';

/** Deletes an account. If it was the default, the organization has no default until it chooses one. */
export const deleteProviderAccount = operation(routes.deleteProviderAccount, async ({ actor, table }, { params }) => {
  const { id: organizationId } = actor.organization;
  const [account, current] = await Promise.all([
    findProviderAccount(table, organizationId, params.id),
    readProviderDefault(table, organizationId),
  ]);
  if (account === undefined) throw notFound();

  const next = {
    defaultId: current.defaultId === account.id ? null : current.defaultId,
    accounts: current.accounts - 1,
    version: current.version + 1,
  };
  return write((tx) => {
    tx.put(...removeProviderAccount(account), replaceProviderDefault(organizationId, next));
    tx.audit({ before: providerAccountRecord(account, current) });
    return noContent();
  });
});
