import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeOrganization, type Organization } from '#testing/fixture.ts';
import { Receiver } from '#testing/receiver.ts';
import { endedDeliveriesOf } from '../support/log-reader.ts';

const REFUSED = [
  'https://10.0.0.1/hook',
  'https://172.16.0.1',
  'https://192.168.1.1',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1',
  'https://0.0.0.0',
  'https://255.255.255.255',
  'https://224.0.0.1',
  'https://192.0.2.1',
  'https://10.0.0.1.',
  'https://10.1',
  'https://167772161',
  'https://0x0a000001',
  'https://0xA.0.0.1',
  'https://012.0.0.1',
  'https://[::ffff:10.0.0.1]',
  'https://[::ffff:a00:1]',
  'https://[64:ff9b::10.0.0.1]',
  'https://[2002:a00:1::]',
  'https://[::]',
  'https://[fe80::1]',
  'https://[fc00::1]',
  'https://[ff02::1]',
  'https://[2001:db8::1]',
  'https://１０.0.0.1',
  'http://example.com',
  'http://10.0.0.1',
  'http://8.8.8.8',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'ftp://example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://user@example.com',
  'https://user:password@example.com',
  'https://:password@example.com',
  'http://user@127.0.0.1',
  'example.com/hook',
  '//example.com',
  'https://',
  'https:///x',
  'https:/example.com',
  'https:example.com',
  'https:\\\\example.com\\x',
  'https://example.com/#x',
  'https:// example.com',
  ' https://example.com',
  'https://example.com\n',
  'https://exa\tmple.com',
  `https://example.com/${'x'.repeat(2048)}`,
];

const TAKEN = [
  'https://example.com/hook?a=b',
  'https://8.8.8.8',
  'https://[2606:4700:4700::1111]/',
  'https://example.com:8443',
  'http://localhost:1',
  'http://127.0.0.1:1',
  'https://127.0.0.1:1',
  'http://127.1:1',
  'http://2130706433:1',
  'http://0x7f.1:1',
  'http://127.8.9.10:1',
  'http://[::1]:1',
  'http://[::ffff:127.0.0.1]:1',
  'http://app.localhost:1',
];

/** The hostname of this machine, if it resolves to an address that is neither public nor loopback. */
const privateName = await lookup(hostname()).then(
  ({ address }) =>
    /^(?:10\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.168\.|169\.254\.)/.test(address) ? hostname() : undefined,
  () => undefined,
);

describe('the address of a receiver', () => {
  let organization: Organization;

  beforeAll(async () => {
    organization = await makeOrganization();
  });

  test.each(REFUSED)('The receiver URL %j is rejected when an endpoint is created', async (url) => {
    const { error } = await organization.api.refused('createWebhook', 'validation.failed', { body: { url } });
    expect(error?.message).toMatch(/^url\b/);
  });

  test('A receiver URL is checked again when it changes', async () => {
    const { id } = await organization.api.ok('createWebhook', { body: { url: 'https://example.com' } });
    for (const url of REFUSED) {
      await organization.api.refused('updateWebhook', 'validation.failed', { params: { id }, body: { url } });
    }
    expect((await organization.api.ok('listWebhooks')).webhooks).toMatchObject([{ id, url: 'https://example.com' }]);
    await organization.api.ok('deleteWebhook', { params: { id } });
  });

  test.each(TAKEN)('The receiver URL %j is accepted: public, or loopback in the local profile', async (url) => {
    const { id } = await organization.api.ok('createWebhook', { body: { url } });
    await organization.api.ok('deleteWebhook', { params: { id } });
  });

  // Without a private address behind the hostname there is no such name to try.
  if (privateName !== undefined)
    test('A receiver hostname that resolves to a private address fails at the attempt', async () => {
      const receiver = await Receiver.start();
      const { id } = await organization.api.ok('createWebhook', {
        body: { url: `https://${privateName}:${receiver.port}` },
      });
      await organization.api.ok('testWebhook', { params: { id } });
      const [delivery] = await endedDeliveriesOf(organization, 1, { webhook_id: id });
      expect(delivery).toMatchObject({
        status: 'dead_letter',
        response_status: null,
        last_error: 'the address is not public',
      });
      await receiver.stop();
    });

  test('The record, the delivery and the request all show the receiver URL in its normalized form', async () => {
    const receiver = await Receiver.start();
    const given = `HTTP://LocalHost:${receiver.port}/x/../named/ü?q=ü`;
    const stored = `http://localhost:${receiver.port}/named/%C3%BC?q=%C3%BC`;
    const made = await organization.api.ok('createWebhook', { body: { url: 'https://example.com/first' } });
    const params = { id: made.id };
    // As text, because the description requires a URI and the service also accepts less strict URLs.
    const update = JSON.stringify({ url: given });
    expect((await organization.api.ok('updateWebhook', { params, body: update })).url).toBe(stored);
    const create = JSON.stringify({ url: given, event_types: ['mail.sent'] });
    const again = await organization.api.ok('createWebhook', { body: create });
    expect(again.url).toBe(stored);
    await organization.api.ok('testWebhook', { params });
    const [request] = await receiver.until(1);
    expect(request?.path).toBe('/named/%C3%BC?q=%C3%BC');
    const [delivery] = await endedDeliveriesOf(organization, 1, { webhook_id: made.id });
    expect(delivery?.url).toBe(stored);
    for (const { id } of [made, again]) await organization.api.ok('deleteWebhook', { params: { id } });
    await receiver.stop();
  });

  test('A receiver hostname may resolve to loopback in the local profile', async () => {
    const receiver = await Receiver.start();
    const { id } = await organization.api.ok('createWebhook', {
      body: { url: `http://localhost:${receiver.port}/named` },
    });
    await organization.api.ok('testWebhook', { params: { id } });
    await receiver.until(1);
    await receiver.stop();
  });
});
