import { randomBytes } from 'node:crypto';
import { classifySmtpError, reasonOf, serverMessage } from './classify-smtp-error.ts';
import type { MailProvider, RawMail, SendReceipt } from './mail-provider.ts';
import { TransientSendError } from './mail-provider.ts';
import { type SmtpPolicy, type SmtpServer, SmtpSession } from './smtp-session.ts';

/** A provider with an account that can be verified. It may hold connections. */
export interface VerifiableProvider extends MailProvider {
  /** Connects and logs in, within `timeoutMs`. Throws `TransientSendError`; its `reason` is for the account's owner. */
  verify(timeoutMs: number): Promise<void>;
  close(): void;
}

/** A worker has a minute for each email. An email to a slower server is retried. */
const SENDING_MS = 30_000;

/** Sends mail through an organization's SMTP server, one session per mail. */
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
        // SMTP has no common message id. This one is random: rows contain it, and from an id derived from the mail, a
        // reader of the table could verify guesses of the mail's content.
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
