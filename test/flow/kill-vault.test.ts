import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { sizeOf } from '#testing/test-size.ts';
import { AgentKeypair } from '../support/agent-keypair.ts';
import { filesBelow, formsOf, placesOf } from '../support/known-text.ts';

const VALUE = 'known value: "battery" \\ 馬 staple 4711';
const NEXT_VALUE = 'another known value: <horse> 4712';
const CLIENTS = sizeOf({ usual: 16, full: 40 });
const USES = 7;

describe('the vault of a stack that is killed', () => {
  let stateDir: string;
  let settings: Record<string, string>;
  let stack: Stack;
  let organization: Organization;
  let agent: Agent;
  let logs = '';
  const keypair = new AgentKeypair();

  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'aid-vault-test-'));
    settings = {
      AID_STATE_DIR: stateDir,
      AID_PORT: String(await reservePort()),
      AID_SMTP_PORT: String(await reservePort()),
      AID_CHECK_ACCESS: '1',
      AID_LOG: 'debug',
      AID_LIMITS: JSON.stringify({ orgRequestsPerMinute: 1_000_000, ipRequestsPerMinute: 1_000_000 }),
    };
    stack = await startStack(settings);
    organization = await makeOrganization(stack.baseUrl);
    agent = await makeAgent(organization);
    await agent.api.ok('putKeypair', { body: { algorithm: 'ed25519', public_key: keypair.publicKey } });
  });

  afterAll(async () => {
    await stack?.stop();
    await rm(stateDir, { recursive: true, force: true });
  });

  const makeLease = async (value: unknown, maxUses: number) => {
    const { id } = await agent.api.ok('createSecret', { body: { name: 'visible name 4713', value } });
    const lease = await agent.api.ok('createLease', { body: { secret_id: id, max_uses: maxUses } });
    return { secretId: id, lease };
  };

  test(`Of ${CLIENTS} clients that try until they get a response, seven get the value, also if the stack is killed meanwhile`, async () => {
    const { lease } = await makeLease(VALUE, USES);
    let redeemed = 0;
    let restarted: Promise<void> | undefined;
    const restart = async () => {
      await stack.kill();
      logs += stack.errors();
      stack = await startStack(settings);
    };

    /** One client: the same request with the same idempotency key and proof until there is a response. */
    const client = async (index: number) => {
      const call = {
        params: { id: lease.id },
        body: { lease_token: lease.lease_token, proof: keypair.proof('redeem', lease.id) },
        idempotencyKey: `client-${index}`,
      };
      for (let attempt = 0; ; attempt++) {
        try {
          const { status, body, error } = await agent.api.call('redeemLease', call);
          if (status === 200) {
            redeemed += 1;
            // The other requests are in the middle of their work.
            if (redeemed === 2) restarted ??= restart();
            return body.value;
          }
          return error?.code;
        } catch (error) {
          if (attempt > 3) throw error;
          await restarted;
        }
      }
    };
    const results = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
    expect(restarted).toBeDefined();
    await restarted;

    expect(results.filter((result) => result === VALUE)).toHaveLength(USES);
    expect(results.filter((result) => result === 'vault.lease_exhausted')).toHaveLength(CLIENTS - USES);
    const { leases } = await organization.api.ok('listLeases');
    expect(leases.find(({ id }) => id === lease.id)).toMatchObject({ use_count: USES, status: 'exhausted' });
    const query = { limit: 200 };
    const { redemptions } = await organization.api.ok('listRedemptions', { params: { id: lease.id }, query });
    expect(redemptions.filter(({ outcome }) => outcome === 'redeemed')).toHaveLength(USES);
    expect(redemptions).toHaveLength(CLIENTS);
  });

  test('Table, bucket, queues, other files and logs hold no value and no lease token, in no form', async () => {
    const { secretId, lease } = await makeLease({ nested: [VALUE] }, 10);
    const redeem = (options: { idempotencyKey?: string }) => {
      const body = { lease_token: lease.lease_token, proof: keypair.proof('redeem', lease.id) };
      return agent.api.ok('redeemLease', { params: { id: lease.id }, body, ...options });
    };
    expect((await redeem({})).value).toEqual({ nested: [VALUE] });
    const body = { value: NEXT_VALUE, proof: keypair.proof('rotate', secretId) };
    await agent.api.ok('rotateSecret', { params: { id: secretId }, body, idempotencyKey: 'a rotation' });
    expect((await redeem({ idempotencyKey: 'a redemption' })).value).toBe(NEXT_VALUE);
    // Refusals and bad input must not show values either.
    await agent.api.refused('createSecret', 'validation.failed', { body: { name: 'x', value: VALUE, surprise: 1 } });
    const wrong = { lease_token: lease.lease_token, proof: new AgentKeypair().proof('redeem', lease.id) };
    await agent.api.refused('redeemLease', 'vault.proof_invalid', { params: { id: lease.id }, body: wrong });
    // An email gives the bucket and the queues something to hold.
    await sendMail({ to: agent.address, subject: 'visible subject 4714', text: 'x' }, stack.smtpPort);

    await stack.stop();
    logs += stack.errors();
    const dump = new Map([...(await filesBelow(stateDir)), ['logs', Buffer.from(logs)]]);
    for (const visible of ['visible name 4713', 'visible subject 4714', lease.id]) {
      expect(placesOf(visible, dump), visible).not.toEqual([]);
    }
    expect(logs).not.toBe('');
    for (const known of [VALUE, NEXT_VALUE, lease.lease_token]) expect(placesOf(known, dump)).toEqual([]);
  });

  test('The search finds a text in each of its forms', () => {
    const hidden = [VALUE, JSON.stringify({ a: VALUE }), JSON.stringify(JSON.stringify({ a: VALUE }))];
    for (const text of hidden) {
      for (const offset of [0, 1, 2]) {
        const bytes = Buffer.from('x'.repeat(offset) + text);
        for (const encoding of ['base64', 'base64url', 'hex', 'utf8'] as const) {
          const dump = new Map([['file', Buffer.from(`..${bytes.toString(encoding)}..`)]]);
          if (text === VALUE || encoding === 'utf8') expect(placesOf(VALUE, dump), encoding).not.toEqual([]);
        }
      }
    }
    expect(formsOf('plain')).toContain('plain');
  });
});
