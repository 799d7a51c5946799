import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import dnsPacket from 'dns-packet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '#local/emulators/dns/dns-server.ts';
import { allRecordsZone } from '#local/emulators/dns/wildcard-zone.ts';
import { Identities } from '#local/emulators/email/identities.ts';
import { identityCall, isIdentityPath } from '#local/emulators/email/identity-api.ts';
import { openDatabase } from '#local/state/database.ts';
import { resolveDns } from '#shared/services/mail-domains/resolve-dns.ts';

describe('SES identities', () => {
  const isOfTemplate = (name: string) => name === 'agents.test';
  const fresh = () => new Identities(openDatabase({ dir: '', ephemeral: true }), isOfTemplate);

  test('SES identities can be created, read, changed and deleted', () => {
    const identities = fresh();
    const Tags = [{ Key: 'aid:stage', Value: 'dev' }];
    expect(() => identities.get('example.com')).toThrow(/does not exist/);
    expect(identities.create({ EmailIdentity: 'Example.com', Tags })).toMatchObject({
      VerifiedForSendingStatus: true,
      DkimAttributes: {
        Status: 'SUCCESS',
        Tokens: Array.from({ length: 3 }, () => expect.stringMatching(/^[a-z0-9]{32}$/)),
      },
    });
    expect(() => identities.create({ EmailIdentity: 'example.com' })).toThrow(/already exists/);
    identities.setMailFrom('example.com', { MailFromDomain: 'aid-1.example.com' });
    expect(() => identities.setMailFrom('example.com', { MailFromDomain: 'example.com' })).toThrow(/not a subdomain/);
    expect(identities.get('example.com')).toMatchObject({
      Tags,
      MailFromAttributes: { MailFromDomain: 'aid-1.example.com' },
    });
    expect(identities.isVerified('EXAMPLE.com')).toBe(true);
    identities.delete('example.com');
    expect(identities.isVerified('example.com')).toBe(false);
    expect(() => identities.delete('example.com')).toThrow(/does not exist/);
  });

  test('SES identities under .invalid are never verified, those of the templates always', () => {
    const identities = fresh();
    identities.create({ EmailIdentity: 'works.invalid' });
    expect(identities.get('works.invalid')).toMatchObject({
      VerifiedForSendingStatus: false,
      DkimAttributes: { Status: 'PENDING' },
    });
    expect(identities.isVerified('works.invalid')).toBe(false);
    expect(identities.isVerified('agents.test')).toBe(true);
    expect(() => identities.create({ EmailIdentity: 'agents.test' })).toThrow(/already exists/);
    expect(() => identities.create({ EmailIdentity: 'no domain' })).toThrow(/Invalid identity/);
  });

  test('SES identities survive a restart', () => {
    const dir = mkdtempSync(join(tmpdir(), 'aid-test-'));
    try {
      const database = openDatabase({ dir, ephemeral: false });
      new Identities(database, isOfTemplate).create({ EmailIdentity: 'example.com' });
      database.close();
      const again = openDatabase({ dir, ephemeral: false });
      expect(new Identities(again, isOfTemplate).isVerified('example.com')).toBe(true);
      again.close();
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  test.each([
    [
      'POST',
      '/v2/email/identities',
      { EmailIdentity: 'a.example', Tags: [{ Key: 'a', Value: 'b' }] },
      ['CreateEmailIdentity', 'TagResource'],
    ],
    ['POST', '/v2/email/identities', { EmailIdentity: 'a.example' }, ['CreateEmailIdentity']],
    ['GET', '/v2/email/identities/a.example', {}, ['GetEmailIdentity']],
    ['DELETE', '/v2/email/identities/a.example', {}, ['DeleteEmailIdentity']],
    ['PUT', '/v2/email/identities/a.example/mail-from', {}, ['PutEmailIdentityMailFromAttributes']],
    ['PUT', '/v2/email/identities/a.example/feedback', {}, ['PutEmailIdentityFeedbackAttributes']],
  ])('%s %s of an SES identity requires the permission for that identity', (method, path, input, actions) => {
    expect(isIdentityPath(path)).toBe(true);
    expect(identityCall(method, path, input)?.accesses).toEqual(
      actions.map((action) => ({
        action: `ses:${action}`,
        resource: 'arn:aws:ses:us-east-1:000000000000:identity/a.example',
      })),
    );
  });

  test('Calls for SES identities with unsupported fields are rejected', () => {
    expect(identityCall('GET', '/v2/email/identities', {})).toBeUndefined();
    expect(identityCall('PUT', '/v2/email/identities/a.example/dkim', {})).toBeUndefined();
    expect(isIdentityPath('/v2/email/identities-of-others')).toBe(false);
  });
});

describe('DNS', () => {
  let server: DnsServer;

  beforeAll(async () => {
    server = await startDnsServer(allRecordsZone);
    process.env.DNS_SERVER = server.address;
  });
  afterAll(() => server.close());

  test('The DNS emulator resolves names as if their owner had published every expected record', async () => {
    expect(await resolveDns('MX', 'aid-x.example.com')).toEqual({
      kind: 'found',
      values: expect.arrayContaining(['inbound-smtp.us-east-1.amazonaws.com', 'feedback-smtp.us-east-1.amazonses.com']),
    });
    expect(await resolveDns('TXT', '_dmarc.example.com')).toEqual({
      kind: 'found',
      values: expect.arrayContaining(['v=spf1 include:amazonses.com ~all', 'v=DMARC1; p=none']),
    });
    expect(await resolveDns('CNAME', 'token._domainkey.example.com')).toEqual({
      kind: 'found',
      values: ['token.dkim.amazonses.com'],
    });
    expect(await resolveDns('CNAME', 'www.example.com')).toEqual({ kind: 'absent' });
  });

  test.each(['MX', 'TXT', 'CNAME'] as const)('The DNS emulator has no %s record under .invalid', async (type) => {
    expect(await resolveDns(type, 'token._domainkey.works.INVALID')).toEqual({ kind: 'absent' });
  });

  test('A DNS server that refuses or does not respond gives no information', async () => {
    // No program of the tests listens there.
    process.env.DNS_SERVER = '127.0.0.1:1';
    expect(await resolveDns('MX', 'example.com')).toEqual({ kind: 'unknown' });
    process.env.DNS_SERVER = server.address;
  });

  test('The DNS emulator keeps working after an unreadable packet', async () => {
    const [address, port] = server.address.split(':');
    const socket = createSocket('udp4');
    const answered = new Promise<Buffer>((resolve) => socket.once('message', resolve));
    socket.send(Buffer.from('nonsense'), Number(port), address);
    socket.send(
      dnsPacket.encode({ type: 'query', id: 7, questions: [{ type: 'A', name: 'example.com' }] }),
      Number(port),
      address,
    );
    expect(dnsPacket.decode(await answered)).toMatchObject({ id: 7, type: 'response', answers: [] });
    socket.close();
  });
});
