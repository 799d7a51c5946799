import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { canonicalizeAgentCard, generateAgentCardSignature, verifyAgentCardSignature } from '@a2a-js/sdk';
import { createLocalJWKSet, flattenedVerify, type JSONWebKeySet, jwtVerify } from 'jose';
import { beforeEach, expect, test, vi } from 'vitest';
import { findSigningKeys } from '#shared/data/entities/issuer/signing-key.ts';
import { DAY, HOUR, MINUTE } from '#shared/domain/time/time.ts';
import { createNextSigningKey, replaceSigningKeys } from '#shared/runtime/create-signing-key.ts';
import { KEEP_MS, SigningKeys } from '#shared/runtime/signing-keys.ts';
import { changedLeaves } from '../support/changed-leaves.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { forgedTokens } from '../support/provider-fakes/forged-tokens.ts';
import { MemorySigningKeyService } from '../support/signing-keys.ts';
import { headerOf } from '../support/token-claims.ts';

const engine = useEngine();
const ISSUER = 'https://api.test';
const KEYS_URL = `${ISSUER}/.well-known/jwks.json`;
const SKILL = {
  id: 'find',
  name: 'Finden',
  description: 'Sucht Belege – “überall” 🔎.',
  tags: ['belege'],
  examples: ['4711?'],
};

let api: InProcessApi;
let stage: string;
let keyService: MemorySigningKeyService;
let organization: { id: string; key: string };
let agent: { id: string; key: string };

beforeEach(async () => {
  // The library says why each signature is refused.
  vi.spyOn(console, 'debug').mockImplementation(() => {});
  api = new InProcessApi(engine.table);
  stage = `test-${randomUUID()}`;
  keyService = new MemorySigningKeyService();
  const keys = new SigningKeys({ table: () => engine.table, keyService, stage: () => stage, now: () => api.now() });
  api.services.signingKeys = () => keys;
  organization = await api.organization();
  agent = await api.agent(organization.key);
  const params = { id: agent.id };
  await api.call('putA2aSettings', { key: organization.key, params, body: { publicly_discoverable: true } });
  await api.call('putA2aSettings', { key: agent.key, params, body: { description: 'Prüft Belege', skills: [SKILL] } });
});

const readCard = async () => (await api.call('getAgentCard', { params: { id: agent.id } })).body;

/** The status and the tag of the card for a cache that has it with a tag. */
async function revalidate(tag = ''): Promise<[status: number, tag: string | undefined]> {
  const headers = { 'if-none-match': tag };
  const response = await api.call('getAgentCard', { params: { id: agent.id }, headers });
  return [response.status, response.headers.etag];
}

type Card = Awaited<ReturnType<typeof readCard>>;

const publishedKeys = async (): Promise<JSONWebKeySet> => ({ keys: [...(await api.call('getJwks')).body.keys] });

/** Whether the official library accepts a card, from the published keys alone. */
async function accepts(card: unknown, published?: JSONWebKeySet): Promise<boolean> {
  const keys = createLocalJWKSet(published ?? (await publishedKeys()));
  const verify = verifyAgentCardSignature(async (kid, jku) => {
    if (jku !== KEYS_URL) throw new Error('a key of someone else');
    return keys({ alg: 'RS256', kid });
  });
  return verify(card as Parameters<typeof verify>[0]).then(
    () => true,
    () => false,
  );
}

/** The signature with its payload, as one text. */
function compactOf(card: Card): string {
  const [{ protected: header, signature } = { protected: '', signature: '' }] = card.signatures ?? [];
  const payload = Buffer.from(canonicalizeAgentCard(card as never)).toString('base64url');
  return `${header}.${payload}.${signature}`;
}

const withSignature = (card: Card, jws: string) => {
  const [header, , signature] = jws.split('.');
  return { ...card, signatures: [{ protected: header, signature }] };
};

test('The signature of a card is verified from the published keys, by the official library and by jose', async () => {
  const card = await readCard();
  expect(await accepts(card)).toBe(true);
  const [header = '', payload = '', signature = ''] = compactOf(card).split('.');
  const keySet = createLocalJWKSet(await publishedKeys());
  const verified = await flattenedVerify({ protected: header, payload, signature }, keySet, { algorithms: ['RS256'] });
  expect(JSON.parse(Buffer.from(verified.payload).toString())).toMatchObject({ name: card.name, skills: [SKILL] });
  const { kid } = (await api.call('getJwks')).body.keys[0] ?? {};
  expect(headerOf(compactOf(card))).toEqual({ alg: 'RS256', typ: 'JOSE', kid, jku: KEYS_URL });
});

test('A card of which any value was changed, added or removed is refused', async () => {
  const card = await readCard();
  const published = await publishedKeys();
  // The library drops what version 1.0 does not define, so nothing of that is covered.
  const { signatures: _, ...covered } = JSON.parse(canonicalizeAgentCard(card as never)) as Record<string, unknown>;
  const changes = [...changedLeaves(covered)];
  expect(changes.length).toBeGreaterThan(30);
  for (const { where, changed } of changes) {
    expect(await accepts({ ...card, ...changed }, published), where).toBe(false);
  }
  for (const name of Object.keys(covered)) {
    expect(await accepts({ ...card, [name]: undefined }, published), `without ${name}`).toBe(false);
  }
  const added = { iconUrl: 'https://elsewhere.example/icon.png', documentationUrl: 'https://elsewhere.example' };
  for (const [name, value] of Object.entries(added)) {
    expect(await accepts({ ...card, [name]: value }, published), name).toBe(false);
  }
  expect(await accepts(card, published)).toBe(true);
});

test('Signatures of others, of other algorithms and of other cards are refused', async () => {
  const card = await readCard();
  const published = await publishedKeys();
  const [key = {}] = published.keys;
  const forged = forgedTokens(compactOf(card), key as never);
  // Its payload is another one; the card here is the genuine one.
  const { 'another subject under the same signature': _, ...signatures } = forged;
  expect(Object.keys(signatures).length).toBeGreaterThan(5);
  for (const [title, jws] of Object.entries(signatures)) {
    expect(await accepts(withSignature(card, jws), published), title).toBe(false);
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const header = { alg: 'RS256', typ: 'JOSE', kid: String(key.kid), jku: 'https://elsewhere.example/jwks.json' };
  const { signatures: _own, ...unsigned } = card;
  const resigned = await generateAgentCardSignature(privateKey, header)(unsigned as never);
  expect(await accepts(resigned, published)).toBe(false);
  expect(await accepts(unsigned, published)).toBe(false);
  // The signature of another agent's card, which the service made too.
  const other = await api.agent(organization.key);
  const call = { params: { id: other.id } };
  await api.call('putA2aSettings', { key: organization.key, ...call, body: { publicly_discoverable: true } });
  const { signatures: others } = (await api.call('getAgentCard', call)).body;
  expect(await accepts({ ...card, signatures: others }, published)).toBe(false);
});

test('A card is no identity token: a service that demands the claims of one refuses it', async () => {
  const keySet = createLocalJWKSet(await publishedKeys());
  const token = compactOf(await readCard());
  const demands = [{ issuer: ISSUER }, { audience: 'sts.amazonaws.com' }, { typ: 'JWT' }, { requiredClaims: ['sub'] }];
  await expect(jwtVerify(token, keySet)).resolves.toBeDefined();
  for (const demand of demands) await expect(jwtVerify(token, keySet, demand)).rejects.toThrow(/claim|typ/);
});

test('The card stays the same while its key does, and its settings', async () => {
  const call = { params: { id: agent.id } };
  const first = await api.call('getAgentCard', call);
  // Another function, which has unwrapped the key for itself.
  const others = new SigningKeys({ table: () => engine.table, keyService, stage: () => stage, now: () => api.now() });
  api.services.signingKeys = () => others;
  for (const name of ['getAgentCard', 'getWellKnownCard', 'getRpcWellKnownCard'] as const) {
    const again = await api.call(name, call);
    expect([again.body, again.headers.etag]).toEqual([first.body, first.headers.etag]);
  }
  await api.call('putA2aSettings', { key: agent.key, ...call, body: { description: 'Prüft anderes' } });
  const changed = await api.call('getAgentCard', call);
  expect(changed.headers.etag).not.toBe(first.headers.etag);
  expect(await accepts(changed.body)).toBe(true);
});

test('A card that the previous key signed is accepted for longer than caches keep it', async () => {
  const start = Date.now();
  let ahead = 0;
  api.now = () => start + ahead;
  const before = await readCard();
  const [, tag] = await revalidate();
  const kids = async () => (await publishedKeys()).keys.length;
  const creation = { table: engine.table, keyService, stage };
  await createNextSigningKey(creation, await findSigningKeys(engine.table, stage), api.now());
  ahead = 10 * MINUTE;
  expect([await readCard(), await kids()]).toEqual([before, 2]);
  expect(await revalidate(tag)).toEqual([304, tag]);

  ahead = DAY + 20 * MINUTE;
  const after = await readCard();
  // Caches get the card with the signature of the next key.
  expect(await revalidate(tag)).toEqual([200, expect.not.stringContaining(String(tag))]);
  expect(headerOf(compactOf(after)).kid).not.toBe(headerOf(compactOf(before)).kid);
  expect([await accepts(before), await accepts(after)]).toEqual([true, true]);

  ahead = DAY + 2 * HOUR;
  expect([await accepts(before), await accepts(after), await kids()]).toEqual([false, true, 1]);
});

test('A card that a withdrawn key signed is refused, and caches get one of the new key', async () => {
  const start = Date.now();
  let ahead = 0;
  api.now = () => start + ahead;
  const before = await readCard();
  const [, tag] = await revalidate();
  const creation = { table: engine.table, keyService, stage };
  await replaceSigningKeys(creation, await findSigningKeys(engine.table, stage), api.now());
  // The function reads the keys again by then.
  ahead = KEEP_MS;
  const after = await readCard();
  expect([await accepts(before), await accepts(after)]).toEqual([false, true]);
  expect({ ...after, signatures: [] }).toEqual({ ...before, signatures: [] });
  expect((await revalidate(tag))[0]).toBe(200);
});

test('A card that cannot be signed is not served without a signature', async () => {
  keyService.failure = new Error('gone');
  const refused = await api.call('getAgentCard', { params: { id: agent.id } });
  expect([refused.status, refused.headers['cache-control']]).toEqual([500, 'no-store']);
  keyService.failure = undefined;
  expect(await accepts(await readCard())).toBe(true);
});
