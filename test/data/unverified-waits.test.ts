import { beforeEach, expect, test } from 'vitest';
import { STAGE_SUBJECT } from '#shared/data/entities/stage/long-call.ts';
import { DEFAULT_LIMITS, LOCAL_LIMITS } from '#shared/domain/limits/limits.ts';
import { useEngine } from '../support/engine.ts';
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

const wait = (of: InProcessApi, { key }: { key: string }, timeoutMs: number, from = address()) =>
  of.call('waitForEvent', { key, query: { type: 'mail.sent', timeout_ms: String(timeoutMs) }, address: from });

const waits = (of: InProcessApi, organization: { key: string }, count: number, from = address()) =>
  Promise.all(Array.from({ length: count }, () => wait(of, organization, 1500, from)));

const succeeded = (replies: readonly { status: number }[]) => replies.filter(({ status }) => status === 200).length;

test('Twelve unverified organizations of one address hold a tenth of the waits of a stage, and others wait freely', async () => {
  const staged = reserving(100);
  const organizations = await Promise.all(Array.from({ length: 12 }, () => api.organization()));
  const theirs = Promise.all(organizations.map((organization) => waits(staged, organization, 5)));
  const elsewhere = await api.organization();
  const verified = await api.organization();
  await verifyOrganization(engine.table, verified.id);
  // Another address has its own share, and a verified organization needs none, even at the address of the others.
  expect(succeeded(await waits(staged, elsewhere, 3, address(2)))).toBe(3);
  expect(succeeded(await waits(staged, verified, 25))).toBe(25);
  const replies = (await theirs).flat();
  expect(succeeded(replies)).toBe(10);
  const refused = replies.find(({ status }) => status === 429);
  expect(refused?.body.error).toMatchObject({ code: 'rate_limit.exceeded', retryable: true });
  expect(refused?.body.error.message).toMatch(
    /^At most 10 waits at once for all organizations without a verified owner that call from one network address\. .* verify the owner's address .* for 25 waits, /,
  );
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
});

test('An organization has five waits while its owner is not verified, and 25 from the moment of the verification', async () => {
  const organization = await api.organization();
  const before = await waits(api, organization, 8);
  expect(succeeded(before)).toBe(5);
  expect(before.find(({ status }) => status === 429)?.body.error.message).toMatch(
    /^At most 5 waits at once for one organization while the owner is not verified\. /,
  );
  await verifyOrganization(engine.table, organization.id);
  expect(succeeded(await waits(api, organization, 26))).toBe(25);
});

test('The waits of all unverified organizations together leave a quarter of the stage to verified ones', async () => {
  const staged = reserving(8);
  api.limits = { ...api.limits, unverifiedWaits: 5, unverifiedWaitsPerAddress: 10 };
  const organizations = await Promise.all(Array.from({ length: 9 }, () => api.organization()));
  // One wait from each address: the share of an address is not what limits them.
  const waitFromOwn = (organization: { key: string }, host: number) => wait(staged, organization, 3000, address(host));
  const replies = await Promise.all(organizations.slice(0, 8).map(waitFromOwn));
  expect(succeeded(replies)).toBe(6);
  expect(replies.find(({ status }) => status === 429)?.body.error.message).toMatch(
    /^At most 6 waits at once for all organizations together while the owner is not verified\. /,
  );
  expect(await slotsInUse(engine.table, `${STAGE_SUBJECT}#wait`)).toBe(0);
  expect((await wait(staged, organizations[8] ?? { key: '' }, 100, address(9))).status).toBe(200);
});

test('A refused wait occupies nothing: neither its organization nor its address has fewer slots afterwards', async () => {
  api.limits = { ...api.limits, unverifiedWaitsPerAddress: 1 };
  const [first, second] = [await api.organization(), await api.organization()];
  const held = wait(api, first, 2000);
  await expect.poll(() => slotsInUse(engine.table, `wait#address#${address()}`)).toBe(1);
  expect(succeeded(await waits(api, second, 6))).toBe(0);
  expect((await held).status).toBe(200);
  expect((await wait(api, second, 100)).status).toBe(200);
  api.limits = { ...api.limits, unverifiedWaitsPerAddress: 10 };
  expect(succeeded(await waits(api, second, 5))).toBe(5);
});

test('An address creates 30 organizations per hour, by both ways together, and then gets 429 until the hour ends', async () => {
  api.limits = { ...api.limits, organizationsPerHour: 30 };
  const create = (from: string, n: number) =>
    api.call('createOrganization', { body: { name: 'n', slug: `strangers-${network}-${n}` }, address: from });
  const statuses = [];
  for (let n = 0; n < 30; n++) statuses.push((await create(address(), n)).status);
  expect(new Set(statuses)).toEqual(new Set([201]));
  const refused = await create(address(), 30);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limit.exceeded']);
  expect(refused.body.error.message).toMatch(
    /^At most 30 new organizations per hour from one network address\. The limit resets at 20/,
  );
  const retryAfter = Number(refused.headers['retry-after']);
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(3600);
  // Nothing was created: the slug is free for another address.
  expect((await create(address(2), 30)).status).toBe(201);
  // A request that fails has created nothing and does not count.
  expect((await create(address(3), 30)).status).toBe(409);
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
