import type { ProviderAccount } from '#shared/data/entities/mail/provider-account.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import type { Settings } from '#shared/runtime/pipeline/context.ts';
import { createProvider } from '#shared/services/outbound-mail/create-provider.ts';
import { PermanentSendError, TransientSendError } from '#shared/services/outbound-mail/mail-provider.ts';

/** Milliseconds that a request spends on checking a provider. */
const TIMEOUT_MS = 5_000;

/**
 * Connects to the provider of an account and returns the account's new status. A failed check is part of the status and
 * no error of the request. An account that an operator has disabled stays disabled.
 */
export async function checkProvider(
  account: ProviderAccount,
  keyring: Keyring,
  settings: Settings,
): Promise<Pick<ProviderAccount, 'status' | 'lastError'>> {
  if (account.status === 'disabled') return account;
  const policy = { allowLoopback: settings.allowLoopbackReceivers, clientName: settings.mailDomain };
  const provider = await createProvider(account, keyring, policy);
  try {
    await provider.verify(TIMEOUT_MS);
    return { status: 'active', lastError: null };
  } catch (error) {
    if (!(error instanceof TransientSendError || error instanceof PermanentSendError)) throw error;
    return { status: 'error', lastError: error.reason };
  } finally {
    provider.close();
  }
}
