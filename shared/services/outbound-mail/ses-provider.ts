import { GetAccountCommand, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { clientOptions } from '#shared/runtime/client-options.ts';
import { classifySesError } from './classify-ses-error.ts';
import { type RawMail, type SendReceipt, TransientSendError } from './mail-provider.ts';
import { assumeProviderRole, MissingExternalIdCondition, type ProviderRole } from './provider-role.ts';
import type { VerifiableProvider } from './smtp-provider.ts';
import { sesMessageIdField } from './tags.ts';

/** A worker has a minute for each email. */
const SENDING_MS = 30_000;

/** An SES account and region: the organization's, through its role, or the stage's. */
export interface SesAccount {
  region: string;
  role: ProviderRole | null;
}

/** Sending is paused in the account. */
class SendingPausedError extends Error {}

export class SesProvider implements VerifiableProvider {
  readonly #account: SesAccount;

  constructor(account: SesAccount) {
    this.#account = account;
  }

  async send(mail: RawMail): Promise<SendReceipt> {
    const signal = AbortSignal.timeout(SENDING_MS);
    const client = await this.#client(signal, false).catch((error: unknown) => {
      throw new TransientSendError(reasonOf(error), true);
    });
    try {
      const { MessageId } = await client.send(
        new SendEmailCommand({
          FromEmailAddress: mail.from,
          Destination: { ToAddresses: mail.to },
          Content: { Raw: { Data: mail.raw } },
        }),
        { abortSignal: signal },
      );
      if (MessageId === undefined) throw new Error('SES returned no message id');
      return {
        providerMessageId: MessageId,
        rfcMessageId: sesMessageIdField(MessageId, this.#account.region),
        rejected: [],
      };
    } catch (error) {
      throw classifySesError(error);
    } finally {
      client.destroy();
    }
  }

  /** Checks that the role can be assumed and that SES may send. */
  async verify(timeoutMs: number): Promise<void> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const client = await this.#client(signal, true);
      const { SendingEnabled } = await client.send(new GetAccountCommand({}), { abortSignal: signal });
      client.destroy();
      if (SendingEnabled !== true) throw new SendingPausedError();
    } catch (error) {
      throw new TransientSendError(reasonOf(error), true);
    }
  }

  close(): void {
    // Each call has its own client and closes it.
  }

  /** A client without retries: if a response is lost, SES may have accepted the mail. */
  async #client(signal: AbortSignal, fresh: boolean): Promise<SESv2Client> {
    const { region, role } = this.#account;
    const options = { region, ...clientOptions({ maxAttempts: 1, requestMs: SENDING_MS, keepAlive: false }) };
    if (role === null) return new SESv2Client(options);
    const credentials = await assumeProviderRole(role, { signal, fresh });
    return new SESv2Client({ ...options, credentials });
  }
}

/** The name of an error only: messages of AWS contain our account and role. */
function reasonOf(error: unknown): string {
  if (error instanceof SendingPausedError) return 'sending is paused in this SES account';
  if (error instanceof MissingExternalIdCondition)
    return 'the role does not require the organization’s id as external id';
  if (!(error instanceof Error)) return 'SES cannot be reached';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timed out';
  return `SES or the role refused: ${error.name}`;
}
