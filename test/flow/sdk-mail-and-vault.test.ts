import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
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
  const waiting = aid.mail.waitForReply(sent.id);
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

test('vault.use proves, redeems and runs, with a key as PEM, as JWK and as a function', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
  const agent = await makeAgent(organization);
  const aid = aidOf(agent);
  await aid.vault.keypair.set({ algorithm: 'ed25519', public_key: raw });
  const secret = await aid.vault.secrets.create({ name: 'token', value: 'the value' });
  const keys = [
    String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    privateKey.export({ format: 'jwk' }),
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

test('An email and a lease that are held wait for a person: approvals.wait returns the decision, and the lease is claimed once', async () => {
  const owner = await makeOrganization();
  const aid = aidOf(await makeAgent(owner));
  const person = aidOf(owner);
  await person.approvals.settings.update({ mail: 'always', vault: 'always' });
  const approve = async (id: string, edits?: { text: string }) => {
    const { content_hash } = await person.approvals.get(id);
    return person.approvals.approve(id, { content_hash, ...(edits && { edits }) });
  };
  const sent = await aid.mail.send({ to: 'ada@elsewhere.example', subject: 'Your lamp', text: 'It costs 90.' });
  expect(sent.status).toBe('held');
  const approvalId = sent.approval_id ?? '';
  expect(await aid.approvals.wait(approvalId, { timeoutMs: 0 })).toMatchObject({ status: 'pending' });
  const waited = aid.approvals.wait(approvalId);
  await approve(approvalId, { text: 'It costs 80.' });
  expect(await waited).toMatchObject({ status: 'approved', preview: { mail: { text: 'It costs 80.' } } });

  const secret = await aid.vault.secrets.create({ name: 'Mail server', value: 'the value' });
  await expect(aid.vault.use(secret.id, async () => {})).rejects.toMatchObject({ code: 'approval.pending' });
  const lease = await aid.vault.leases.create({ secret_id: secret.id, purpose: 'Log in.' });
  expect(lease).toMatchObject({ status: 'held', approval_id: expect.stringMatching(/^apr_/) });
  await approve(lease.approval_id ?? '');
  const { lease_token = '' } = await aid.vault.leases.claim(lease.id);
  expect((await aid.vault.leases.redeem(lease.id, { lease_token })).value).toBe('the value');
  await expect(aid.vault.leases.claim(lease.id)).rejects.toMatchObject({ code: 'vault.lease_claimed' });
});
