import { randomBytes } from 'node:crypto';
import type { MailProvider, RawMail, Taken } from './mail-provider.ts';
import { ProviderTrouble } from './mail-provider.ts';
import { type SmtpPolicy, type SmtpServer, SmtpSession } from './smtp-session.ts';
import { reasonOf, sendingVerdict, wordsOf } from './smtp-verdict.ts';

/** A provider whose account can be looked at, and which may hold connections. */
export interface CheckedProvider extends MailProvider {
  /** Connects and logs in, within `timeoutMs`. Throws `ProviderTrouble` whose `reason` is for the account's owner. */
  verify(timeoutMs: number): Promise<void>;
  close(): void;
}

/** A worker has a minute for a mail; a server that takes longer gets another chance. */
const SENDING_MS = 30_000;

/** Mail by somebody's own SMTP server, one conversation a mail. */
export class SmtpProvider implements CheckedProvider {
  readonly #server: SmtpServer;
  readonly #policy: SmtpPolicy;

  constructor(server: SmtpServer, policy: SmtpPolicy) {
    this.#server = server;
    this.#policy = policy;
  }

  async send(mail: RawMail): Promise<Taken> {
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
          reason: wordsOf(error),
        })),
      };
    } catch (error) {
      throw sendingVerdict(error, session !== undefined);
    } finally {
      session?.close();
    }
  }

  async verify(timeoutMs: number): Promise<void> {
    try {
      const session = await SmtpSession.open(this.#server, this.#policy, AbortSignal.timeout(timeoutMs));
      session.close();
    } catch (error) {
      throw new ProviderTrouble(reasonOf(error), true);
    }
  }

  close(): void {
    // Nothing is kept open between mails.
  }
}
