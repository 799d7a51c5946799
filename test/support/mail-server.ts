import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { listen } from '#local/http/listen.ts';
import { selfSigned } from './self-signed.ts';

/** An email that a server accepted: its envelope and its bytes. */
interface TakenMail {
  from: string;
  to: string[];
  raw: Buffer;
}

/** A third-party mail server on loopback. It requires a login unless `password` is null. */
export interface MailServer {
  readonly port: number;
  readonly taken: TakenMail[];
  /** The number of login attempts. */
  readonly logins: string[];
  stop(): Promise<void>;
}

/** An error in the form that `smtp-server` expects. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

export async function startMailServer(
  password: string | null,
  more: SMTPServerOptions = {},
  wantedPort = 0,
): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const logins: string[] = [];
  const { privateKey, certificate } = selfSigned('mail.test');
  const server = new SMTPServer({
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: certificate,
    authOptional: password === null,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: (auth, _session, done) => {
      logins.push(String(auth.username));
      if (auth.password !== password) return done(smtpError(535, '5.7.8 the password is not secret-of-the-server'));
      done(null, { user: auth.username });
    },
    onData: (stream, session, done) => {
      buffer(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
        });
        done();
      }, done);
    },
    ...more,
  });
  // Clients hang up in many ways here.
  server.on('error', () => undefined);
  const port = await listen(server.server, wantedPort);
  return { port, taken, logins, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}
