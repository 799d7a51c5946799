import { afterEach, expect, test, vi } from 'vitest';
import { SmtpProvider } from '#shared/services/outbound-mail/smtp-provider.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

// The servers of these tests are on loopback, but are to be treated like any other.
vi.mock('#shared/domain/http/url-safety.ts', async (load) => ({
  ...(await load<typeof import('#shared/domain/http/url-safety.ts')>()),
  isLoopbackAddress: () => false,
}));

let server: MailServer;

afterEach(() => server.stop());

function look(host: string, login: { username: string; password: string } | null): Promise<string> {
  const provider = new SmtpProvider({ host, port: server.port, login }, { allowLoopback: true });
  return provider.verify(10_000).then(
    () => 'active',
    (error: { reason: string }) => error.reason,
  );
}

const login = { username: 'ada', password: 'right' };

test('No password is sent to a server that offers no TLS', async () => {
  server = await startMailServer('right');
  expect(await look('127.0.0.1', login)).toMatch(/^TLS with the server failed/);
  expect(server.logins).toEqual([]);
});

test('No password is sent to a server with the certificate of another one', async () => {
  server = await startMailServer('right', { disabledCommands: [] });
  expect(await look('localhost', login)).toMatch(/^TLS with the server failed: [A-Z_]+$/);
  expect(server.logins).toEqual([]);
});

test('An email without secrets is sent without TLS if the server offers none', async () => {
  server = await startMailServer(null);
  expect(await look('127.0.0.1', null)).toBe('active');
});
