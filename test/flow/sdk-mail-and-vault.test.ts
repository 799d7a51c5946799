import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { prove, publicKeyOf } from '#clients/typescript/src/index.ts';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { aidOf } from '../support/sdk.ts';

let organization: Organization;
let worker: Agent;

beforeAll(async () => {
  organization = await makeOrganization();
  worker = await makeAgent(organization);
});

test('waitForReply returns the whole reply, and names the spam and the automatic replies that it passed over', async () => {
  const aid = aidOf(worker);
  const sent = await aid.mail.send({ to: 'friend@example.com', subject: 'A question', text: 'Well?' });
  await expect.poll(() => aid.mail.messages.get(sent.id)).toMatchObject({ status: 'delivered' });
  const { rfc_message_id: parent } = await aid.mail.messages.get(sent.id);
  const reply = (text: string, headers: Record<string, string> = {}) =>
    sendMail({
      from: 'friend@example.com',
      to: worker.address,
      subject: 'Re: A question',
      text,
      inReplyTo: parent ?? '',
      headers,
    });
  expect(await aid.mail.waitForReply(sent, { timeoutMs: 0 })).toEqual({ message: null, heldBack: [] });
  await reply('I am away.', { 'Auto-Submitted': 'auto-replied' });
  const waiting = aid.mail.waitForReply(sent.id, { timeoutMs: 60_000 });
  await expect
    .poll(async () => (await aid.mail.waitForReply(sent, { timeoutMs: 0 })).heldBack)
    .toEqual([{ id: expect.stringMatching(/^msg_/), reason: 'automated' }]);
  await reply('Very well.');
  const { message, heldBack } = await waiting;
  expect(message?.text?.trim()).toBe('Very well.');
  expect(heldBack).toHaveLength(1);
  const found = await aid.mail.waitForReply(sent.thread_id, { timeoutMs: 0 });
  expect(found.message?.id).toBe(message?.id);
  const automated = await aid.mail.waitForReply(sent, { timeoutMs: 0, accept: ['automated'] });
  expect(automated.message?.text?.trim()).toBe('I am away.');
  const none = await aid.mail.waitForReply(sent, { timeoutMs: 0, accept: () => false });
  expect(none).toEqual({
    message: null,
    heldBack: [
      { id: heldBack[0]?.id, reason: 'automated' },
      { id: message?.id, reason: 'not_accepted' },
    ],
  });
});

test('vault.use proves, redeems and runs, with a key as PEM, JWK or CryptoKey and as a function', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const agent = await makeAgent(organization);
  const aid = aidOf(agent);
  const publicPem = String(publicKey.export({ format: 'pem', type: 'spki' }));
  await aid.vault.keypair.set({ algorithm: 'ed25519', public_key: await publicKeyOf(publicPem) });
  const secret = await aid.vault.secrets.create({ name: 'token', value: 'the value' });
  const keys = [
    String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    privateKey.export({ format: 'jwk' }),
    JSON.stringify(privateKey.export({ format: 'jwk' })),
    privateKey.toCryptoKey('Ed25519', false, ['sign']),
    (data: Uint8Array) => sign(null, data, privateKey),
    (data: Uint8Array) => sign(null, data, privateKey).toString('base64'),
  ];
  for (const one of keys) {
    const use = aid.vault.use(secret.id, async (value) => `used ${value}`, { purpose: 'a test', privateKey: one });
    expect(await use).toBe('used the value');
  }
  await expect(aid.vault.use(secret.id, () => 'never')).rejects.toMatchObject({ code: 'vault.proof_invalid' });
  const leases = await aid.vault.leases.list().all();
  expect(leases.map(({ status, purpose }) => [status, purpose])).toEqual([
    ['revoked', null],
    ...keys.map(() => ['exhausted', 'a test']),
  ]);
});

test('A keypair is replaced with a proof by the one before it, and the new one counts', async () => {
  const agent = await makeAgent(organization);
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
