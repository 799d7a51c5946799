import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { STAGE_SUBJECT } from '#shared/data/entities/stage/long-call.ts';
import { DEFAULT_LIMITS, LOCAL_LIMITS } from '#shared/domain/limits/limits.ts';
import { useEngine } from '../support/engine.ts';
import { appendSent } from '../support/event-log.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { slotsInUse } from '../support/slots-in-use.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

/** What an organization without a verified owner, and one network address with many of them, can occupy. */

const engine = useEngine();
const { organizationsPerHour: _raised, ...strangerLimits } = Object.fromEntries(
  Object.keys(LOCAL_LIMITS).map((name) => [name, DEFAULT_LIMITS[name as keyof typeof LOCAL_LIMITS]]),
);

let api: InProcessApi;
/** Each test has a network of its own, because slots of an address outlast a test. */
let network = 0;
const address = (host = 1) => `203.0.${network}.${host}`;

beforeEach(() => {
  network += 1;
  api = new InProcessApi(engine.table, strangerLimits);
});

/** The API of a stage that reserves concurrency for this many waits. */
function reserving(waits: number): InProcessApi {
  const settings = () => ({
    limits: api.limits,
    mailDomain: 'agents.test',
    allowLoopbackReceivers: true,
    stageLongCalls: Math.floor(waits * 0.75),
    stageAddressCalls: Math.max(1, Math.floor(waits * 0.1)),
  });
  return Object.assign(Object.create(api), { services: { ...api.services, settings } });
}

type Reply = Awaited<ReturnType<typeof wait>>;

/** A wait for an event from now on. No time decides: a test ends its waits by such an event. */
const wait = (of: InProcessApi, { key }: { key: string }, from = address(), timeoutMs = 55_000) =>
  of.call('waitForEvent', {
    key,
    query: { type: 'mail.sent', timeout_ms: `${timeoutMs}`, since: new Date().toISOString() },
    address: from,
  });

const waits = (of: InProcessApi, organization: { id: string; key: string }, count: number, from = address()) =>
  Array.from({ length: count }, () => ({ of: organization.id, reply: wait(of, organization, from) }));

/** Expects that this many of the waits last until `end`, and that the others are refused. Returns their replies. */
async function hold(started: ReturnType<typeof waits>, lasting: number) {
  const replies: Reply[] = [];
  const all = Promise.all(started.map(async ({ reply }) => replies.push(await reply)));
  await expect.poll(() => replies.length).toBe(started.length - lasting);
  const refused = replies.slice();
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 429));
  const end = async () => {
    // Those that begin late on a busy machine need an event that comes later still.
    const append = () =>
      Promise.all([...new Set(started.map(({ of }) => of))].map((id) => appendSent(engine.table, id)));
    while ((await Promise.race([all, append().then(() => sleep(100))])) === undefined);
    const ended = replies.slice(refused.length);
    expect(ended.map(({ status, body }) => [status, body.timed_out])).toEqual(ended.map(() => [200, false]));
  };
  return { refused, end };
}

test('Unverified organizations of one address hold a tenth of the waits of a stage, and others wait freely', async () => {
  const staged = reserving(100);
  const organizations = await Promise.all(Array.from({ length: 3 }, () => api.organization()));
  const [elsewhere, verified] = await Promise.all([api.organization(), api.organization()]);
  await verifyOrganization(engine.table, verified.id);
  const theirs = await hold(
    organizations.flatMap((organization) => waits(staged, organization, 5)),
    10,
  );
  // Another address has its own share, and a verified organization needs none, even at the address of the others.
  const others = [await hold(waits(staged, elsewhere, 3, address(2)), 3), await hold(waits(staged, verified, 25), 25)];
  const [refused] = theirs.refused;
  expect(refused?.body.error).toMatchObject({ code: 'rate_limit.exceeded', retryable: true });
  expect(refused?.body.error.message).toMatch(
    /^At most 10 waits at once for all organizations without a verified owner that call from one network address\. .* verify the owner's address .* for 25 waits, /,
  );
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  await Promise.all([theirs, ...others].map(({ end }) => end()));
});

test('An organization has five waits while its owner is not verified, and 25 from the moment of the verification', async () => {
  const organization = await api.organization();
  const before = await hold(waits(api, organization, 8), 5);
  expect(before.refused[0]?.body.error.message).toMatch(
    /^At most 5 waits at once for one organization while the owner is not verified\. /,
  );
  await before.end();
  await verifyOrganization(engine.table, organization.id);
  const { end } = await hold(waits(api, organization, 26), 25);
  await end();
});

test('The waits of all unverified organizations together leave a quarter of the stage to verified ones', async () => {
  const staged = reserving(8);
  api.limits = { ...api.limits, unverifiedWaits: 5, unverifiedWaitsPerAddress: 10 };
  const organizations = await Promise.all(Array.from({ length: 9 }, () => api.organization()));
  // One wait from each address: the share of an address is not what limits them.
  const { refused, end } = await hold(
    organizations.slice(1).flatMap((organization, host) => waits(staged, organization, 1, address(host))),
    6,
  );
  expect(refused[0]?.body.error.message).toMatch(
    /^At most 6 waits at once for all organizations together while the owner is not verified\. /,
  );
  await end();
  expect(await slotsInUse(engine.table, `${STAGE_SUBJECT}#wait`)).toBe(0);
  expect((await wait(staged, organizations[0] ?? { key: '' }, address(9), 100)).status).toBe(200);
});

test('A refused wait occupies nothing: neither its organization nor its address has fewer slots afterwards', async () => {
  api.limits = { ...api.limits, unverifiedWaitsPerAddress: 1 };
  const [first, second] = [await api.organization(), await api.organization()];
  const held = await hold(waits(api, first, 1), 1);
  await expect.poll(() => slotsInUse(engine.table, `wait#address#${address()}`)).toBe(1);
  await hold(waits(api, second, 6), 0);
  await held.end();
  expect((await wait(api, second, address(), 100)).status).toBe(200);
  api.limits = { ...api.limits, unverifiedWaitsPerAddress: 10 };
  const { end } = await hold(waits(api, second, 5), 5);
  await end();
});

test('An address creates as many organizations per hour as the limit says, and then gets 429 until the hour ends', async () => {
  api.limits = { ...api.limits, organizationsPerHour: 3 };
  api.now = () => Date.UTC(2099, 4, 1, 18, 30);
  const create = (from: string, n: number) =>
    api.call('createOrganization', { body: { name: 'n', slug: `strangers-${network}-${n}` }, address: from });
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await create(address(), n)).status);
  expect(new Set(statuses)).toEqual(new Set([201]));
  const refused = await create(address(), 3);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limit.exceeded']);
  expect(refused.body.error.message).toMatch(
    /^At most 3 new organizations per hour from one network address\. The limit resets at 20/,
  );
  expect(refused.headers['retry-after']).toBe('1800');
  // Nothing was created: the slug is free for another address.
  expect((await create(address(2), 3)).status).toBe(201);
  // A request that fails has created nothing and does not count.
  expect((await create(address(3), 3)).status).toBe(409);
});

test('An unverified organization has two event streams, unused tickets included, and a verified one more', async () => {
  process.env.SOCKET_URL ??= 'wss://sockets.test';
  const organization = await api.organization();
  const open = () => api.call('createStream', { key: organization.key });
  expect([(await open()).status, (await open()).status]).toEqual([201, 201]);
  const refused = await open();
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limit.exceeded']);
  expect(refused.body.error.message).toMatch(
    /^At most 2 event streams per organization without a verified owner at once\. .* for 100 streams, /,
  );
  await verifyOrganization(engine.table, organization.id);
  expect((await open()).status).toBe(201);
});
