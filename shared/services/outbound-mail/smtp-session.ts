import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { beginsWithTls } from '../../domain/mail/provider.ts';
import { hostLiteral, isAllowedAddress, isLoopbackAddress, type ReceiverPolicy } from '../../domain/url-safety.ts';
import { guardedLookup, RefusedAddress } from '../../runtime/guarded-lookup.ts';
import type { RawMail } from './mail-provider.ts';

/** Where a server is and how one logs in there. */
export interface SmtpServer {
  host: string;
  port: number;
  login: { username: string; password: string } | null;
}

export interface SmtpPolicy extends ReceiverPolicy {
  /** What we call ourselves to the server. */
  clientName?: string;
}

/** A conversation took longer than it may. */
export class SmtpTimeout extends Error {}

/** Milliseconds of silence, in a conversation whose whole time is limited as well. */
const MAX_SILENCE_MS = 20_000;

/**
 * A conversation with a mail server, greeted and logged in. The name is looked up once and the connection goes to the
 * address that was judged; nodemailer is handed the open socket and never resolves anything.
 *
 * TLS begins with the connection or with STARTTLS where the server offers it, and its certificate has to be the
 * name's. Credentials go over TLS or not at all. On this machine, in the local profile, neither is asked for.
 *
 * See: docs/contract/provider-accounts.md#provider-account-record; RFC 8314, section 3; OWASP Server-Side Request
 * Forgery Prevention.
 */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  /** Rejects when the conversation breaks or runs out of time. */
  readonly #failure: Promise<never>;

  private constructor(connection: SMTPConnection, signal: AbortSignal) {
    this.#connection = connection;
    this.#failure = new Promise((_, reject) => {
      connection.on('error', reject);
      signal.addEventListener('abort', () => reject(new SmtpTimeout('timed out')), { once: true });
    });
    this.#failure.catch(() => undefined);
  }

  /** Connects, greets and logs in. `signal` bounds the whole conversation, name look-up included. */
  static async open(server: SmtpServer, policy: SmtpPolicy, signal: AbortSignal): Promise<SmtpSession> {
    const socket = await connectGuarded(server, policy, signal);
    const onThisMachine = policy.allowLoopback && isLoopbackAddress(socket.remoteAddress ?? '');
    const connection = new SMTPConnection({
      connection: socket,
      host: server.host,
      port: server.port,
      name: policy.clientName ?? '[127.0.0.1]',
      secure: beginsWithTls(server.port),
      requireTLS: server.login !== null && !onThisMachine,
      tls: { minVersion: 'TLSv1.2', ...(onThisMachine && { rejectUnauthorized: false }) },
      socketTimeout: MAX_SILENCE_MS,
    });
    const session = new SmtpSession(connection, signal);
    try {
      await session.#awaitCallback((done) => connection.connect(done));
      const { login } = server;
      if (login !== null) {
        const credentials = { user: login.username, pass: login.password };
        await session.#awaitCallback((done) => connection.login({ credentials }, done));
      }
      return session;
    } catch (error) {
      session.close();
      socket.destroy();
      throw error;
    }
  }

  /** Hands a mail over. Recipients may be refused one by one; if all are, it throws. */
  send(mail: RawMail) {
    const envelope = { from: mail.from, to: mail.to, size: mail.raw.length };
    return this.#awaitCallback<SMTPConnection.SentMessageInfo>((done) =>
      this.#connection.send(envelope, mail.raw, done),
    );
  }

  /** Says goodbye, or hangs up where nobody listens any more. */
  close(): void {
    this.#connection.close();
  }

  #awaitCallback<T = unknown>(start: (done: (error?: Error | null, result?: T) => void) => void): Promise<T> {
    const finished = new Promise<T>((resolve, reject) => {
      start((error, result) => (error ? reject(error) : resolve(result as T)));
    });
    return Promise.race([finished, this.#failure]);
  }
}

async function connectGuarded({ host, port }: SmtpServer, policy: SmtpPolicy, signal: AbortSignal): Promise<Socket> {
  if (signal.aborted) throw new SmtpTimeout('timed out');
  // A literal address is never looked up, so it is judged here.
  const literal = hostLiteral(host);
  if (literal !== undefined && !isAllowedAddress(literal, policy)) throw new RefusedAddress();
  const socket = connect({ host, port, lookup: guardedLookup(policy), signal });
  // Until nodemailer listens itself, and after it has hung up.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? new SmtpTimeout('timed out') : error;
  }
}
