import { generateKeyPairSync, verify, type webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  Aid,
  type PrivateKey,
  type PublicKey,
  prove,
  publicKeyOf,
  ValidationError,
} from '#clients/typescript/src/index.ts';
import { signerOf } from '#clients/typescript/src/keys.ts';
import { FakeService } from '#clients/typescript/src/testing.ts';
import keys from '#clients/vectors/keys.json' with { type: 'json' };
import { checkProof } from '#shared/domain/vault/proof.ts';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { aidOf } from '../support/sdk.ts';

const { vectors } = keys;

function vectorOf(name: string): (typeof vectors)[number] {
  const found = vectors.find((vector) => vector.name === name);
  if (found === undefined) throw new Error(`there is no vector ${name}`);
  return found;
}

const PRIVATE_PEM = vectorOf('a private key in PEM').key;
const PUBLIC_PEM = vectorOf('a public key in PEM').key;
const PUBLIC = vectorOf('a public key in PEM').public_key;

/** A key as a text, and as an object if it is the JSON of one. */
function formsOf(key: string): string[] {
  const text = key.trim();
  return text.startsWith('{') && text.endsWith('}') ? [key, JSON.parse(text)] : [key];
}

/** Expects a mistake of the program that names the parameter, and has no part of the key. */
async function expectRefused(call: Promise<unknown>, parameter: string, key = ''): Promise<void> {
  const error = (await call.then(
    () => undefined,
    (caught: unknown) => caught,
  )) as Error | undefined;
  expect(error).toBeInstanceOf(ValidationError);
  expect(error?.message.startsWith(`${parameter}: `), error?.message).toBe(true);
  for (const [part] of key.matchAll(/[A-Za-z0-9+/_]{16,}/g)) expect(error?.message).not.toContain(part);
}

test.each(vectors)(
  'The public key is computed, or the text is refused: $name',
  async ({ key, public_key: expected }) => {
    for (const form of formsOf(key)) {
      if (expected === null) await expectRefused(publicKeyOf(form), 'key', key);
      else expect(await publicKeyOf(form)).toBe(expected);
    }
  },
);

test.each(vectors)('The private key signs, or the text is refused: $name', async ({ key, signature }) => {
  for (const form of formsOf(key)) {
    if (signature === null) {
      await expectRefused(signerOf(form), 'privateKey', key);
      continue;
    }
    const sign = await signerOf(form);
    const signed = await sign(new TextEncoder().encode('vector'));
    expect(Buffer.from(signed as ArrayBuffer).toString('base64')).toBe(signature);
  }
});

test('A CryptoKey is accepted for what it is, and no other', async () => {
  const { subtle } = crypto;
  const pair = (await subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
  const raw = Buffer.from(await subtle.exportKey('raw', pair.publicKey));
  expect(await publicKeyOf(pair.publicKey)).toBe(raw.toString('base64'));
  const proof = await prove(pair.privateKey, 'replace', 'agt_1');
  expect(checkProof(raw.toString('base64'), 'replace', 'agt_1', proof, Date.now())).toBe('valid');
  await expectRefused(publicKeyOf(pair.privateKey), 'key');
  await expectRefused(signerOf(pair.publicKey), 'privateKey');
  const other = (await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  await expectRefused(publicKeyOf(other.publicKey), 'key');
  await expectRefused(signerOf(other.privateKey), 'privateKey');
  const hidden = await subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
  await expectRefused(publicKeyOf(hidden), 'key');
});

test('What is neither a text nor a key is refused', async () => {
  for (const key of [undefined, null, 7, [], new Uint8Array(32)]) {
    await expectRefused(publicKeyOf(key as unknown as PublicKey), 'key');
    await expectRefused(signerOf(key as unknown as PrivateKey), 'privateKey');
  }
});

test('A proof is signed by a function too, and one that returns no signature is refused', async () => {
  const sign = await signerOf(PRIVATE_PEM);
  for (const key of [
    sign,
    async (data: Uint8Array) => Buffer.from((await sign(data)) as ArrayBuffer).toString('base64'),
  ]) {
    const { timestamp, nonce, signature } = await prove(key, 'rotate', 'sec_1');
    const text = Buffer.from(`rotate.sec_1.${timestamp}.${nonce}`);
    expect(verify(null, text, PUBLIC_PEM, Buffer.from(signature, 'base64'))).toBe(true);
  }
  for (const wrong of [new Uint8Array(63), '', 'a signature', new ArrayBuffer(0)]) {
    await expectRefused(
      prove(() => wrong, 'rotate', 'sec_1'),
      'privateKey',
    );
  }
});

test('keypair.set sends a public key and never a private one, in whatever form', async () => {
  const service = new FakeService({ 'vault.keypair.set': { identity_id: 'agt_1' } });
  const { vault } = new Aid({ key: 'aid_agt_test', fetch: service.fetch });
  const set = (key: string) => vault.keypair.set({ algorithm: 'ed25519', public_key: key });
  const pkcs8 = PRIVATE_PEM.split('\n').slice(1, -2).join('');
  for (const key of [PRIVATE_PEM, pkcs8, vectorOf('a private key as JWK').key, PUBLIC_PEM, '', 7 as never]) {
    await expectRefused(set(key), 'public_key', String(key));
  }
  expect(service.calls).toEqual([]);
  await set(await publicKeyOf(PRIVATE_PEM));
  expect(service.calls[0]?.body).toEqual({ algorithm: 'ed25519', public_key: PUBLIC });
});

test('vault.use refuses a key that is none before it makes a lease', async () => {
  const service = new FakeService();
  const { vault } = new Aid({ key: 'aid_agt_test', fetch: service.fetch });
  await expectRefused(
    vault.use('sec_1', () => 'never', { privateKey: PUBLIC_PEM }),
    'privateKey',
  );
  expect(service.calls).toEqual([]);
});

test('A keypair is replaced with a proof by the one before it, and the new one counts', async () => {
  const agent = await makeAgent(await makeOrganization());
  const { vault } = aidOf(agent);
  const [first, second] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')].map(({ privateKey }) =>
    String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
  ) as [string, string];
  const set = async (key: string, proof?: Awaited<ReturnType<typeof prove>>) =>
    vault.keypair.set({ algorithm: 'ed25519', public_key: await publicKeyOf(key), ...(proof && { proof }) });
  await set(first);
  await expect(set(second)).rejects.toMatchObject({ code: 'vault.proof_invalid' });
  const { public_key: stored } = await set(second, await prove(first, 'replace', agent.id));
  expect(stored).toBe(await publicKeyOf(second));
  const secret = await vault.secrets.create({ name: 'token', value: 'the value' });
  expect(await vault.use(secret.id, (value) => value, { privateKey: second })).toBe('the value');
});

test('vault.use proves by a key as JSON of a JWK, or as a CryptoKey that cannot be extracted', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }));
  const { vault } = aidOf(await makeAgent(await makeOrganization()));
  await vault.keypair.set({ algorithm: 'ed25519', public_key: await publicKeyOf(jwk) });
  const secret = await vault.secrets.create({ name: 'token', value: 'the value' });
  for (const key of [jwk, privateKey.toCryptoKey('Ed25519', false, ['sign'])]) {
    expect(await vault.use(secret.id, (value) => value, { privateKey: key })).toBe('the value');
  }
});
