import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import {
  hostLiteral,
  isAllowedAddress,
  isLoopbackAddress,
  type ReceiverPolicy,
} from '#shared/domain/http/url-safety.ts';
import { beginsWithTls } from '#shared/domain/mail/provider.ts';
import { guardedLookup, RefusedAddress } from '#shared/runtime/guarded-lookup.ts';
import type { RawMail } from './mail-provider.ts';

/** An SMTP server and its credentials. */
export interface SmtpServer {
  host: string;
  port: number;
  login: { username: string; password: string } | null;
}

export interface SmtpPolicy extends ReceiverPolicy {
  /** The name in our EHLO. */
  clientName?: string;
}

/** A session exceeded its time limit. */
export class SmtpTimeout extends Error {}

/** Milliseconds without a reply of the server. The session as a whole has a time limit too. */
const MAX_SILENCE_MS = 20_000;

/**
 * A session with an SMTP server, after greeting and login. The host name is resolved once, and the connection goes to
 * the address that was checked; nodemailer gets the open socket and resolves nothing.
 *
 * TLS starts with the connection, or with STARTTLS if the server offers it. The certificate must match the host name.
 * Credentials are sent over TLS only. Loopback servers in the local profile need no TLS.
 *
 * See: docs/contract/provider-accounts.md#provider-account-record; RFC 8314, section 3; OWASP Server-Side Request
 * Forgery Prevention.
 */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  /** Rejects when the session breaks or times out. */
  readonly #failure: Promise<never>;

  private constructor(connection: SMTPConnection, signal: AbortSignal) {
    this.#connection = connection;
    this.#failure = new Promise((_, reject) => {
      connection.on('error', reject);
      signal.addEventListener('abort', () => reject(new SmtpTimeout('timed out')), { once: true });
    });
    this.#failure.catch(() => undefined);
  }

  /** Connects, greets and logs in. `signal` limits the whole session, including the DNS lookup. */
  static async open(server: SmtpServer, policy: SmtpPolicy, signal: AbortSignal): Promise<SmtpSession> {
    const socket = await connectGuarded(server, policy, signal);
    const isLocalServer = policy.allowLoopback && isLoopbackAddress(socket.remoteAddress ?? '');
    const connection = new SMTPConnection({
      connection: socket,
      host: server.host,
      port: server.port,
      name: policy.clientName ?? '[127.0.0.1]',
      secure: beginsWithTls(server.port),
      requireTLS: server.login !== null && !isLocalServer,
      tls: { minVersion: 'TLSv1.2', ...(isLocalServer && { rejectUnauthorized: false }) },
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

  /** Sends an email. The server may reject single recipients; throws if it rejects all. */
  send(mail: RawMail) {
    const envelope = { from: mail.from, to: mail.to, size: mail.raw.length };
    return this.#awaitCallback<SMTPConnection.SentMessageInfo>((done) =>
      this.#connection.send(envelope, mail.raw, done),
    );
  }

  /** Ends the session, or closes the connection if the server no longer responds. */
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
  // An IP address is not looked up, so it is checked here.
  const literal = hostLiteral(host);
  if (literal !== undefined && !isAllowedAddress(literal, policy)) throw new RefusedAddress();
  const socket = connect({ host, port, lookup: guardedLookup(policy), signal });
  // nodemailer adds its own listener later and removes it when it closes.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? new SmtpTimeout('timed out') : error;
  }
}
