import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { listen } from '../http/listen.ts';
import { verdictsProblem } from '../mail-content/verdicts.ts';
import type { InboundMail } from './inbound-mail.ts';
import type { Mailboxes } from './mailboxes.ts';

/** The largest mail that SES receives. Source: SES developer guide, Quotas (receiving). */
const MAX_MAIL_BYTES = 40 * 1024 * 1024;

/** Source: SES developer guide, Quotas (recipients of a message). */
const MAX_RECIPIENTS = 100;

export interface SmtpReceiver {
  readonly port: number;
  /** Starts receiving. Until then the port is taken, and senders get a temporary error. */
  open(inbound: InboundMail, mailboxes: Mailboxes): void;
  close(): Promise<void>;
}

/**
 * SMTP for inbound mail. 250 after DATA means that the mail is stored and queued; 550 5.1.1 refuses an unknown address.
 *
 * See: docs/contract/local-profile.md#inbound-smtp.
 */
export async function startSmtp(port: number, onError: (error: Error) => void): Promise<SmtpReceiver> {
  let target: { inbound: InboundMail; mailboxes: Mailboxes } | undefined;
  const server = new SMTPServer({
    banner: 'ready',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    size: MAX_MAIL_BYTES,
    disableReverseLookup: true,
    logger: false,
    onConnect: (_session, callback) => callback(target === undefined ? reply(421, '4.3.2 starting, come again') : null),
    onRcptTo: (address, session, callback) => {
      accepts(address.address, session).then(() => callback(), callback);
    },
    onData: (stream, session, callback) => {
      receive(stream, session).then((id) => callback(null, `OK ${id}`), callback);
    },
  });
  let isListening = false;
  // Before it listens, an error is a busy port, which `listen` reports.
  server.on('error', (error) => isListening && onError(error));

  async function accepts(address: string, session: SMTPServerSession): Promise<void> {
    if (target === undefined) throw reply(421, '4.3.2 starting, come again');
    if (session.envelope.rcptTo.length >= MAX_RECIPIENTS) throw reply(452, '4.5.3 too many recipients');
    if (!target.inbound.hosts(address)) throw reply(550, '5.1.1 no such mailbox here');
    const known = await target.mailboxes.has(address).catch((error: Error) => {
      onError(error);
      throw reply(451, '4.3.0 try again later');
    });
    if (!known) throw reply(550, '5.1.1 no such mailbox here');
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= MAX_MAIL_BYTES) chunks.push(chunk);
    }
    if (stream.sizeExceeded || size > MAX_MAIL_BYTES) throw reply(552, '5.3.4 message exceeds 40 MB');
    const raw = Buffer.concat(chunks);
    const problem = verdictsProblem(raw);
    if (problem !== undefined) throw reply(554, `5.6.0 ${problem}`);
    const { envelope, hostNameAppearsAs, remoteAddress } = session;
    try {
      if (target === undefined) throw new Error('the stack is stopping');
      return await target.inbound.accept({
        sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
        recipients: [...new Set(envelope.rcptTo.map(({ address }) => address))],
        raw,
        host: String(hostNameAppearsAs || 'unknown'),
        address: remoteAddress,
      });
    } catch (error) {
      onError(error as Error);
      throw reply(451, '4.3.0 try again later');
    }
  }

  const taken = await listen(server.server, port, 'SMTP', 'AID_SMTP_PORT');
  isListening = true;
  return {
    port: taken,
    open: (inbound, mailboxes) => {
      target = { inbound, mailboxes };
    },
    close: () => {
      target = undefined;
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
