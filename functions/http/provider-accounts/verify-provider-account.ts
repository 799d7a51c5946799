import * as routes from '#shared/contract/routes/provider-accounts.ts';
import {
  findProviderAccount,
  type ProviderAccount,
  readProviderDefault,
  replaceProviderAccount,
} from '#shared/data/entities/mail/provider-account.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { checkProvider } from './check-provider.ts';
import { providerAccountRecord } from './provider-account-record.ts';

export const verifyProviderAccount = operation(
  routes.verifyProviderAccount,
  async ({ actor, table, settings, now, keyring: loadKeyring }, { params }) => {
    const { id: organizationId } = actor.organization;
    const [account, current] = await Promise.all([
      findProviderAccount(table, organizationId, params.id),
      readProviderDefault(table, organizationId),
    ]);
    if (account === undefined) throw notFound();
    const { status, lastError } = await checkProvider(account, await loadKeyring(), settings);

    const looked: ProviderAccount = {
      ...account,
      status,
      lastError,
      updatedAt: Math.max(now, account.updatedAt),
      version: account.version + 1,
    };
    return write((tx) => {
      tx.put(replaceProviderAccount(looked));
      return reply(providerAccountRecord(looked, current));
    });
  },
);
