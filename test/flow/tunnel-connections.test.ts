import { once } from 'node:events';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';

import { errorOf, useTunnelClients } from '../support/tunnel-clients.ts';

const tunnels = useTunnelClients();

test('Without a client a request gets 502, and 404 at an address of no tunnel', async () => {
  const { publicUrl } = await tunnels.create();
  expect(await errorOf(publicUrl)).toEqual([502, 'not_connected']);
  expect(await errorOf(publicUrl.replace(/[a-z0-9]{27}/, 'a'.repeat(27)))).toEqual([404, 'not_found']);
  expect(await errorOf(publicUrl.replace(/[a-z0-9]{27}/, 'nonsense'))).toEqual([404, 'not_found']);
});

test('A client that is killed in the middle is a 502 at once, and the tunnel serves again after it reconnects', async () => {
  const { connectUrl, publicUrl } = await tunnels.create();
  const first = await tunnels.connectRaw(connectUrl);
  const pending = errorOf(new URL('slow/60000', publicUrl).href);
  await first.next('request');
  first.socket.terminate();
  expect(await pending).toEqual([502, 'disconnected']);
  expect(await errorOf(publicUrl)).toEqual([502, 'not_connected']);
  await tunnels.connect(connectUrl);
  expect((await fetch(publicUrl)).status).toBe(200);
});

test('A second connection supersedes the first, which learns the reason', async () => {
  const { connectUrl, publicUrl } = await tunnels.create();
  const first = await tunnels.connectRaw(connectUrl);
  await tunnels.connect(connectUrl);
  expect(await first.next('closing')).toEqual({ type: 'closing', reason: 'superseded' });
  await first.closed;
  expect((await fetch(publicUrl)).status).toBe(200);
});

test('Only a valid key of the agent or of the organization may connect', async () => {
  const { connectUrl } = await tunnels.create();
  const stranger = await makeOrganization();
  const other = await makeAgent(tunnels.organization);
  const statusOf = async (key: string | undefined, url = connectUrl) => {
    const socket = new WebSocket(url, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } });
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    socket.terminate();
    return response.statusCode;
  };
  expect(await statusOf(undefined)).toBe(401);
  expect(await statusOf(tunnels.agent.key.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')))).toBe(401);
  expect(await statusOf(stranger.key)).toBe(404);
  expect(await statusOf(other.key)).toBe(404);
  expect(await statusOf(tunnels.agent.key, connectUrl.replace(/tun_.*/, 'tun_x'))).toBe(404);
  const owner = await tunnels.connectRaw(connectUrl, tunnels.organization.key);
  owner.socket.close();
});

test('A browser connects with the key as a subprotocol', async () => {
  const { connectUrl } = await tunnels.create();
  const socket = new WebSocket(connectUrl, ['aid.tunnel.v1', `bearer.${tunnels.agent.key}`]);
  await once(socket, 'open');
  expect(socket.protocol).toBe('aid.tunnel.v1');
  socket.close();
});

test('A revoked key, a suspended agent and a deleted tunnel get no request from that moment', async () => {
  const [revoked, suspended] = await Promise.all([makeAgent(tunnels.organization), makeAgent(tunnels.organization)]);
  const tunnelOf = async ({ api, key }: Agent) => {
    const made = await api.ok('createTunnel', { body: {} });
    return { id: made.id, publicUrl: made.public_url, raw: await tunnels.connectRaw(made.connect_url, key) };
  };
  const [one, two, three] = await Promise.all([revoked, suspended, tunnels.agent].map(tunnelOf));
  if (one === undefined || two === undefined || three === undefined) throw new Error('three tunnels');
  await tunnels.organization.api.ok('revokeApiKey', { params: { id: revoked.keyId } });
  await tunnels.organization.api.ok('suspendIdentity', { params: { id: suspended.id }, body: { reason: 'test' } });
  await tunnels.agent.api.ok('deleteTunnel', { params: { id: three.id } });
  expect(await errorOf(one.publicUrl)).toEqual([502, 'not_connected']);
  expect(await errorOf(two.publicUrl)).toEqual([503, 'suspended']);
  expect(await errorOf(three.publicUrl)).toEqual([404, 'not_found']);
  for (const { raw } of [one, two, three]) expect(raw.received.filter(({ type }) => type === 'request')).toEqual([]);
  expect(await three.raw.next('closing')).toEqual({ type: 'closing', reason: 'deleted' });
  expect(await tunnels.organization.api.ok('getTunnel', { params: { id: two.id } })).toMatchObject({
    status: 'suspended',
  });
  expect(await tunnels.agent.api.ok('getTunnel', { params: { id: three.id } })).toMatchObject({ status: 'deleted' });
});
