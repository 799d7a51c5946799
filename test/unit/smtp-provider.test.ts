import { createServer, type Server } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { listen } from '#local/http/listen.ts';
import { classifySmtpError, reasonOf } from '#shared/services/outbound-mail/classify-smtp-error.ts';
import { PermanentSendError, type RawMail, TransientSendError } from '#shared/services/outbound-mail/mail-provider.ts';
import { SmtpProvider } from '#shared/services/outbound-mail/smtp-provider.ts';
import { type MailServer, smtpError, startMailServer } from '../support/mail-server.ts';

const LOCAL = { allowLoopback: true };
const LONG = 10_000;
const stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function mailServer(...args: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...args);
  stops.push(server.stop);
  return server;
}

async function rawServer(onConnection: Parameters<typeof createServer>[1]): Promise<number> {
  const server: Server = createServer(onConnection as never);
  stops.push(() => server.close());
  return listen(server, 0);
}

function providerAt(port: number, password: string | null, host = '127.0.0.1', policy = LOCAL): SmtpProvider {
  return new SmtpProvider({ host, port, login: password === null ? null : { username: 'ada', password } }, policy);
}

const mailTo = (...to: string[]): RawMail => ({
  from: 'agent@agents.test',
  to,
  raw: Buffer.from('Subject: Hello\r\n\r\n.a dot\r\n..two\r\n.\r\nGrüße\r\n'),
});

async function reasonOfLook(provider: SmtpProvider, timeoutMs = LONG): Promise<string> {
  const error = await provider.verify(timeoutMs).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TransientSendError);
  return (error as TransientSendError).reason;
}

describe('the check of an SMTP account', () => {
  test('The check of an SMTP account logs in', async () => {
    const server = await mailServer('right');
    await providerAt(server.port, 'right').verify(LONG);
    expect(server.logins).toEqual(['ada']);
    expect(server.taken).toEqual([]);
  });

  test('The check finds a server by name, over IPv4 and IPv6', async () => {
    const server = await mailServer('right');
    await providerAt(server.port, 'right', 'localhost').verify(LONG);
  });

  test('The check does not log in without credentials', async () => {
    const server = await mailServer(null);
    await providerAt(server.port, null).verify(LONG);
    expect(server.logins).toEqual([]);
  });

  test('The check reports a refused login without the password and without the message of the server', async () => {
    const server = await mailServer('right');
    expect(await reasonOfLook(providerAt(server.port, 'wrong'))).toBe('the server refused the login (535)');
  });

  test('The check reports a server that does not support login', async () => {
    const server = await mailServer(null, { disabledCommands: ['STARTTLS', 'AUTH'] });
    expect(await reasonOfLook(providerAt(server.port, 'right'))).toMatch(/^the server refused/);
  });

  test('The check reports that no server listens', async () => {
    const server = await startMailServer(null);
    await server.stop();
    expect(await reasonOfLook(providerAt(server.port, null))).toBe('network error: ECONNREFUSED');
  });

  test('The check reports a server that is not a mail server, without revealing what it is', async () => {
    const port = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nserver: inner\r\n\r\nsecret'));
    expect(await reasonOfLook(providerAt(port, null))).not.toMatch(/inner|secret|HTTP/);
  });

  test('The check ends at its timeout, whichever step of the server is slow', async () => {
    const silent = await rawServer(() => undefined);
    const greeting = await rawServer((socket) => socket.write('220 wait\r\n'));
    const trickling = await rawServer((socket) => {
      const timer = setInterval(() => socket.write('220-and so on\r\n'), 20);
      socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
    });
    const reasons = [silent, greeting, trickling].map((port) => reasonOfLook(providerAt(port, null), 300));
    expect(await Promise.all(reasons)).toEqual(Array(3).fill('timed out'));
  });

  test.each(['127.0.0.1', 'localhost', '::1', '10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', '2130706433'])(
    'The check does not connect to %s outside the local profile',
    async (host) => {
      const server = await mailServer('right');
      const provider = providerAt(server.port, 'right', host, { allowLoopback: false });
      expect(await reasonOfLook(provider)).toBe('the address of the host is not public');
      expect(server.logins).toEqual([]);
    },
  );
});

describe('mail by an SMTP account', () => {
  test('An email arrives byte-identical for each recipient of the envelope', async () => {
    const server = await mailServer('right');
    const mail = mailTo('bob@example.com', 'eve@example.com');
    const taken = await providerAt(server.port, 'right').send(mail);
    expect(server.taken).toEqual([{ from: mail.from, to: mail.to, raw: mail.raw }]);
    expect(taken).toMatchObject({ providerMessageId: expect.stringMatching(/^smtp-[0-9a-f]{64}$/), rejected: [] });
  });

  test('Sending the same mail twice yields two provider ids, since an id derived from the mail would reveal it', async () => {
    const server = await mailServer('right');
    const provider = providerAt(server.port, 'right');
    const mail = mailTo('bob@example.com');
    const ids = [await provider.send(mail), await provider.send(mail)].map(
      ({ providerMessageId }) => providerMessageId,
    );
    expect(new Set(ids).size).toBe(2);
  });

  test('An email goes to the recipients that the server accepts, and the refused ones are reported', async () => {
    const server = await mailServer(null, {
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('no') ? smtpError(550, '5.1.1 no such user') : undefined),
    });
    const { rejected } = await providerAt(server.port, null).send(mailTo('bob@example.com', 'nobody@example.com'));
    expect(rejected).toEqual([{ recipient: 'nobody@example.com', reason: '550 5.1.1 no such user' }]);
    expect(server.taken.map(({ to }) => to)).toEqual([['bob@example.com']]);
  });

  test('A 5xx response is a permanent error with the message of the server', async () => {
    const server = await mailServer(null, { onMailFrom: (_from, _session, done) => done(smtpError(554, 'no thanks')) });
    const error = await providerAt(server.port, null)
      .send(mailTo('bob@example.com'))
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(PermanentSendError);
    expect(error.reason).toBe('554 no thanks');
  });

  test('A 4xx response is a transient error, and the mail was definitely not sent', async () => {
    const server = await mailServer(null, {
      onRcptTo: ({ address }, _session, done) => done(smtpError(address.startsWith('no') ? 550 : 451, 'not now')),
    });
    const error = await providerAt(server.port, null)
      .send(mailTo('nobody@example.com', 'bob@example.com'))
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(TransientSendError);
    expect(error.definitelyNotSent).toBe(true);
  });

  test('It is uncertain whether an email was sent if the connection is lost after its data', async () => {
    const port = await rawServer((socket) => {
      socket.write('220 here\r\n');
      socket
        .on('error', () => undefined)
        .on('data', (data) => {
          const text = data.toString();
          if (text.endsWith('\r\n.\r\n')) socket.destroy();
          else socket.write(text.startsWith('DATA') ? '354 send it\r\n' : '250 fine\r\n');
        });
    });
    const closing = providerAt(port, null).send(mailTo('bob@example.com'));
    const error = await closing.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(TransientSendError);
    expect(error.definitelyNotSent).toBe(false);
  });
});

describe('the classification of SMTP errors', () => {
  test('An SMTP error is permanent exactly for 5xx except 503, and certain if the server responded or had no data yet', () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 400, max: 599 })), fc.boolean(), (code, handedOver) => {
        const said = code === null ? {} : { responseCode: code, response: `${code} words` };
        const classified = classifySmtpError(
          Object.assign(new Error('failed'), { code: 'EMESSAGE', ...said }),
          handedOver,
        );
        const final = code !== null && code >= 500 && code !== 503;
        expect(classified).toBeInstanceOf(final ? PermanentSendError : TransientSendError);
        if (classified instanceof TransientSendError)
          expect(classified.definitelyNotSent).toBe(code !== null || !handedOver);
      }),
    );
  });

  test('The owner never sees the message of a server', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 12 }),
        fc.constantFrom('EAUTH', 'ETLS', 'EENVELOPE', 'EPROTOCOL'),
        (words, code) => {
          const failure = Object.assign(new Error(words), { code, response: `535 ${words}`, responseCode: 535 });
          expect(reasonOf(failure)).not.toContain(words);
        },
      ),
    );
  });
});
