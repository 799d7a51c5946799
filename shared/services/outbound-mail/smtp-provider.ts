import { randomBytes } from 'node:crypto';
import { classifySmtpError, reasonOf, serverMessage } from './classify-smtp-error.ts';
import type { MailProvider, RawMail, SendReceipt } from './mail-provider.ts';
import { TransientSendError } from './mail-provider.ts';
import { type SmtpPolicy, type SmtpServer, SmtpSession } from './smtp-session.ts';

/** A provider whose account can be looked at, and which may hold connections. */
export interface VerifiableProvider extends MailProvider {
  /** Connects and logs in, within `timeoutMs`. Throws `ProviderTrouble` whose `reason` is for the account's owner. */
  verify(timeoutMs: number): Promise<void>;
  close(): void;
}

/** A worker has a minute for a mail; a server that takes longer gets another chance. */
const SENDING_MS = 30_000;

/** Mail by somebody's own SMTP server, one conversation a mail. */
export class SmtpProvider implements VerifiableProvider {
  readonly #server: SmtpServer;
  readonly #policy: SmtpPolicy;

  constructor(server: SmtpServer, policy: SmtpPolicy) {
    this.#server = server;
    this.#policy = policy;
  }

  async send(mail: RawMail): Promise<SendReceipt> {
    let session: SmtpSession | undefined;
    try {
      session = await SmtpSession.open(this.#server, this.#policy, AbortSignal.timeout(SENDING_MS));
      const info = await session.send(mail);
      return {
        // SMTP gives mails no id that all servers agree on. This one is not derived from the mail: rows hold it, and a
        // reader of the table must not be able to check guesses of what the mail says.
        providerMessageId: `smtp-${randomBytes(32).toString('hex')}`,
        rfcMessageId: info.serverMessageId ?? null,
        rejected: (info.rejectedErrors ?? []).map((error) => ({
          recipient: String(error.recipient),
          reason: serverMessage(error),
        })),
      };
    } catch (error) {
      throw classifySmtpError(error, session !== undefined);
    } finally {
      session?.close();
    }
  }

  async verify(timeoutMs: number): Promise<void> {
    try {
      const session = await SmtpSession.open(this.#server, this.#policy, AbortSignal.timeout(timeoutMs));
      session.close();
    } catch (error) {
      throw new TransientSendError(reasonOf(error), true);
    }
  }

  close(): void {
    // Nothing is kept open between mails.
  }
}
