import { beforeEach, expect, test, vi } from 'vitest';
import { handler as connections } from '#functions/workers/connections/index.ts';
import { deleteTunnel, findTarget, findTunnel } from '#shared/data/entities/tunnel/tunnel.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { newTunnelAddress } from '#shared/domain/tunnel/tunnel-address.ts';
import { forwardRequest } from '#shared/services/tunnels/forward-request.ts';
import { freeingSlots, freeRequestSlots, takeRequestSlots } from '#shared/services/tunnels/request-slots.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { INVOCATION } from '../support/invocation.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

/** What a tunnel, an organization, a network address and all strangers together can occupy. */

const engine = useEngine();
let api: InProcessApi;

beforeEach(() => {
  vi.stubEnv('TUNNEL_URL', 'https://tunnels.example');
  vi.stubEnv('SOCKET_URL', 'wss://sockets.example/test');
  vi.stubEnv('LIMITS', '{}');
  api = new InProcessApi(engine.table, {
    unverifiedTunnels: DEFAULT_LIMITS.unverifiedTunnels,
    tunnelsPerOrganization: DEFAULT_LIMITS.tunnelsPerOrganization,
  });
});

const create = (key: string) => api.call('createTunnel', { key, body: {} });
const created = async (key: string) => (await create(key)).body.id;

test('An unverified organization has two tunnels, also if it asks for many at once, and a deleted one makes room', async () => {
  const { id, key } = await api.organization();
  const replies = await Promise.all(Array.from({ length: 6 }, () => create(key)));
  const made = replies.filter(({ status }) => status === 201).map(({ body }) => body.id);
  const refused = replies.filter(({ status }) => status === 409);
  expect([made.length, refused.length]).toEqual([2, 4]);
  expect(refused[0]?.body.error).toMatchObject({ code: 'usage.tunnel_limit', retryable: false });
  expect(refused[0]?.body.error.message).toMatch(/^At most 2 tunnels .* for 100 tunnels/);
  await api.call('deleteTunnel', { key, params: { id: made[0] ?? '' } });
  expect([(await create(key)).status, (await create(key)).status]).toEqual([201, 409]);
  await verifyOrganization(engine.table, id);
  expect((await create(key)).status).toBe(201);
});

test('A tunnel that was deleted without the list of tunnels does not count', async () => {
  const { id, key } = await api.organization();
  const [first] = [await created(key), await created(key)];
  const tunnel = await findTunnel(engine.table, id, first);
  if (tunnel === undefined) throw new Error('no tunnel');
  const now = Date.now();
  await commit(engine.table, { build: (tx) => tx.put(...deleteTunnel(tunnel, now, now + DAY)) }, { now: Date.now });
  expect([(await create(key)).status, (await create(key)).status]).toEqual([201, 409]);
});

const STAGE = { limits: { tunnelRequestsAtOnce: 20 }, stageLongCalls: 75 };
type Place = Parameters<typeof takeRequestSlots>[1];
const takeAll = async (count: number, place: Place, limits: object = STAGE) => {
  const taken = await Promise.all(
    Array.from({ length: count }, () => takeRequestSlots(engine.table, place, limits as typeof STAGE, Date.now())),
  );
  return taken.filter((slots) => slots !== undefined);
};
const freeAll = (taken: Awaited<ReturnType<typeof takeAll>>) =>
  Promise.all(taken.map((slots) => freeRequestSlots(engine.table, slots)));

test('A tunnel has 20 requests at once, an organization 40, and each that ends makes room', async () => {
  const { id: organizationId } = await api.organization();
  await verifyOrganization(engine.table, organizationId);
  const one = await takeAll(30, { tunnelId: 'tun_one', organizationId });
  const two = await takeAll(15, { tunnelId: 'tun_two', organizationId });
  const three = await takeAll(30, { tunnelId: 'tun_three', organizationId });
  expect([one.length, two.length, three.length]).toEqual([20, 15, 5]);
  await freeAll(one.slice(0, 3));
  const again = await takeAll(30, { tunnelId: 'tun_one', organizationId });
  expect(again).toHaveLength(3);
  for (const slots of [one, two, three, again]) await freeAll(slots);
});

test('Sixty slow requests to the tunnels of strangers leave two thirds of the requests to verified organizations', async () => {
  const held: Awaited<ReturnType<typeof takeAll>> = [];
  for (let stranger = 0; stranger < 3; stranger++) {
    const { id: organizationId } = await api.organization();
    held.push(...(await takeAll(20, { tunnelId: `tun_s${stranger}`, organizationId })));
  }
  expect(held).toHaveLength(25);
  for (const tunnelId of ['tun_a', 'tun_b', 'tun_c']) {
    const { id: organizationId } = await api.organization();
    await verifyOrganization(engine.table, organizationId);
    held.push(...(await takeAll(20, { tunnelId, organizationId })));
  }
  // A quarter of what is reserved stays free for responses that take no time.
  expect(held).toHaveLength(75);
  await freeAll(held);
});

test('The tunnels of twelve unverified organizations with clients at one address hold a tenth of the requests', async () => {
  const stage = { ...STAGE, stageAddressCalls: 10 };
  vi.stubEnv('LIMITS', JSON.stringify({ unverifiedTunnelsPerAddress: 12 }));
  const held: Awaited<ReturnType<typeof takeAll>> = [];
  const targetOf = async (key: string, sourceIp: string) => {
    const { id, public_url } = (await create(key)).body;
    const requestContext = { eventType: 'CONNECT', connectionId: `c${Math.random()}`, identity: { sourceIp } };
    const headers = { Authorization: `Bearer ${key}` };
    await connections({ requestContext, headers, queryStringParameters: { tunnel: id } } as never, INVOCATION);
    const target = await findTarget(engine.table, public_url.split('/').at(-2) ?? '', { strong: true });
    if (target === undefined) throw new Error('no target');
    return target;
  };
  for (let stranger = 0; stranger < 12; stranger++) {
    const { key } = await api.organization();
    held.push(...(await takeAll(5, await targetOf(key, '198.51.100.50'), stage)));
  }
  expect(held).toHaveLength(10);
  const { key } = await api.organization();
  const elsewhere = await takeAll(5, await targetOf(key, '198.51.100.51'), stage);
  expect(elsewhere).toHaveLength(5);
  await freeAll([...held, ...elsewhere]);
});

test('The slots of a request are free when its body was read, and when its reader stops', async () => {
  const { id: organizationId } = await api.organization();
  const place = { tunnelId: 'tun_body', organizationId };
  const limits = { limits: { tunnelRequestsAtOnce: 1 } };
  for (const stops of [false, true]) {
    const [slots = []] = await takeAll(1, place, limits);
    expect(await takeAll(1, place, limits)).toEqual([]);
    for await (const _ of freeingSlots(engine.table, slots, Buffer.from('body'))) if (stops) break;
    const next = await takeAll(1, place, limits);
    expect(next).toHaveLength(1);
    await freeAll(next);
  }
});

test('A network address has a number of requests for each tunnel, and one for all addresses of no tunnel', async () => {
  const { key } = await api.organization();
  const addressOf = (url: string) => url.split('/').at(-2) ?? '';
  const tunnels = [(await create(key)).body.public_url, (await create(key)).body.public_url].map(addressOf);
  const limits = { tunnelRequestsPerMinute: 600, tunnelAddressRequestsPerMinute: 3, tunnelRequestsAtOnce: 20 };
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const statuses = async (tunnelAddress: () => string, address: string) => {
    const found: number[] = [];
    for (let count = 0; count < 4; count++) {
      const request = {
        ...{ tunnelAddress: tunnelAddress(), method: 'GET', path: '/', prefix: '/t/x', publicPath: '/t/x/' },
        ...{ headers: [], body: new Uint8Array(), address, host: 'tunnels.example', protocol: 'https' as const },
      };
      const keyring = () => Promise.reject(new Error('no client is connected'));
      found.push((await forwardRequest({ table: engine.table, limits, keyring }, request)).status);
    }
    return found;
  };
  for (const tunnel of tunnels) expect(await statuses(() => tunnel, '192.0.2.1')).toEqual([502, 502, 502, 429]);
  expect(await statuses(() => tunnels[0] ?? '', '192.0.2.2')).toEqual([502, 502, 502, 429]);
  expect(await statuses(newTunnelAddress, '192.0.2.3')).toEqual([404, 404, 404, 429]);
  vi.useRealTimers();
});

test('Handshakes count for their network address, and those of tunnels for their organization', async () => {
  const { key } = await api.organization();
  const tunnel = await created(key);
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const handshake = async (sourceIp: string, given: string, query: object = { tunnel }) => {
    const requestContext = { eventType: 'CONNECT', connectionId: `c${Math.random()}`, identity: { sourceIp } };
    const event = { requestContext, headers: { Authorization: `Bearer ${given}` }, queryStringParameters: query };
    return (await connections(event as never, INVOCATION)).statusCode;
  };
  const wrong = key.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
  vi.stubEnv('LIMITS', JSON.stringify({ handshakesPerMinute: 3 }));
  for (const status of [401, 401, 401, 429]) expect(await handshake('198.51.100.1', wrong)).toBe(status);
  expect(await handshake('198.51.100.1', key)).toBe(429);
  for (const status of [401, 401, 401, 429]) expect(await handshake('198.51.100.2', '', { ticket: 'x' })).toBe(status);
  // The creation of the tunnel was the first request.
  vi.stubEnv('LIMITS', JSON.stringify({ orgRequestsPerMinute: 3 }));
  for (const status of [404, 404, 429]) expect(await handshake('198.51.100.3', key, { tunnel: 'tun_x' })).toBe(status);
  vi.stubEnv('LIMITS', JSON.stringify({ failedAuthenticationsPerMinute: 1 }));
  for (const status of [401, 429]) expect(await handshake('198.51.100.4', wrong)).toBe(status);
  vi.useRealTimers();
});

test('A handshake without a valid ticket is refused, and is no failure of the function', async () => {
  vi.stubEnv('STAGE', 'prod');
  const published: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => published.push(String(line)) > 0);
  for (const query of [undefined, { ticket: 'x' }]) {
    const requestContext = { eventType: 'CONNECT', connectionId: 'one', identity: { sourceIp: '198.51.100.9' } };
    expect(await connections({ requestContext, queryStringParameters: query } as never, INVOCATION)).toEqual({
      statusCode: 401,
    });
  }
  expect(published).toEqual([]);
});
