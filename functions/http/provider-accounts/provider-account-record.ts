import type { ProviderAccount, ProviderDefault } from '#shared/data/entities/mail/provider-account.ts';
import { timestamp } from '#shared/domain/time/time.ts';

/** A provider account in the form of the API, without its credentials. */
export function providerAccountRecord(account: ProviderAccount, { defaultId }: Pick<ProviderDefault, 'defaultId'>) {
  return {
    id: account.id,
    provider: account.provider,
    name: account.name,
    status: account.status,
    region: account.region,
    host: account.host,
    port: account.port,
    username: account.username,
    is_default: account.id === defaultId,
    last_error: account.lastError,
    created_at: timestamp(account.createdAt),
    updated_at: timestamp(account.updatedAt),
  };
}
