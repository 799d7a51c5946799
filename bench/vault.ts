import { randomUUID } from 'node:crypto';
import { withEngine } from '#testing/with-engine.ts';
import { tableAt } from './support/event-log.ts';
import { type BenchmarkRun, info, type Measurement, within } from './support/measurement.ts';
import { type Meter, unitsOf } from './support/meter.ts';
import { withMeteringProxy } from './support/metering-proxy.ts';
import { distribution, median, percentile } from './support/statistics.ts';
import { createTenant, type Tenant } from './support/tenant.ts';
import { createProver, VaultCaller } from './support/vault-caller.ts';
import { withStack } from './support/with-stack.ts';

const VALUE = { username: 'ada', password: 'correct horse battery staple' };
const MAX_REDEEM = { read: 4, write: 9 };
const REDEMPTIONS = 300;

/** Capacity units and calls of KMS for each operation of the vault, and how long a redemption takes over HTTP. */
export const vault: BenchmarkRun = (say) =>
  withEngine((engine) =>
    withMeteringProxy(engine.endpoint, ({ url, meter }) =>
      withStack({ dynamodbEndpoint: engine.endpoint }, async (stack) => {
        const tenant = await createTenant(stack.baseUrl);
        say('capacity units and calls of KMS');
        const caller = new VaultCaller(await tableAt(engine, url));
        const costs = await measureCosts(caller, meter, tenant);
        say(`${REDEMPTIONS} redemptions over HTTP`);
        return [...costs, ...(await measureTimes(await createTenant(stack.baseUrl)))];
      }),
    ),
  );

async function measureCosts(caller: VaultCaller, meter: Meter, tenant: Tenant): Promise<Measurement[]> {
  const { orgKey, agentKey, agent } = tenant;
  const measurements: Measurement[] = [];
  const prover = createProver();

  /** Measures one call, which must succeed unless another status is expected. */
  const measure = async (
    claim: string,
    call: () => Promise<{ status: number; body: unknown }>,
    { max, kms = 0, status }: { max?: typeof MAX_REDEEM; kms?: number; status?: number } = {},
  ) => {
    const before = caller.kmsCalls;
    const usage = await meter.phase(async () => {
      const reply = await call();
      const isExpected = status === undefined ? reply.status < 300 : reply.status === status;
      if (!isExpected) throw new Error(`${claim}: ${reply.status} ${JSON.stringify(reply.body)}`);
    });
    const kmsCalls = caller.kmsCalls - before;
    const figure = `${unitsOf(usage)}, ${kmsCalls} KMS`;
    if (max === undefined) {
      measurements.push({ claim, figure, target: `${kms} KMS`, met: kmsCalls <= kms });
      return;
    }
    const met = usage.readUnits <= max.read && usage.writeUnits <= max.write && kmsCalls <= kms;
    measurements.push({ claim, figure, target: `≤ ${max.read} RCU + ${max.write} WCU, ${kms} KMS`, met });
  };

  const createSecret = (key: string) =>
    caller.call('createSecret', { key, body: { name: 'Mail server', value: VALUE } });
  const lease = async (secretId: string) =>
    (await caller.call('createLease', { key: agentKey, body: { secret_id: secretId, max_uses: 100 } })).body;
  // The first use of a key in an hour costs a write.
  for (const key of [orgKey, agentKey]) await caller.call('listSecrets', { key });

  await measure('the first secret of an organization', () => createSecret(agentKey), { kms: 1 });
  await measure('POST /v1/vault/secrets', () => createSecret(agentKey));
  const secretId = (await createSecret(agentKey)).body.id as string;
  await measure('GET /v1/vault/secrets/{id}', () => caller.call('getSecret', { key: agentKey, id: secretId }));
  await measure('GET /v1/vault/secrets, three of them', () => caller.call('listSecrets', { key: agentKey }));
  await measure('POST /v1/vault/leases', () =>
    caller.call('createLease', { key: agentKey, body: { secret_id: secretId } }),
  );
  const { id, lease_token } = await lease(secretId);
  const redeem = (key: string, more: object = {}, isIdempotent = false) =>
    caller.call('redeemLease', { key, id, body: { lease_token, ...more }, isIdempotent });
  await measure('redeem, agent key', () => redeem(agentKey), { max: MAX_REDEEM });
  await measure('redeem, org key', () => redeem(orgKey), { max: MAX_REDEEM });
  await measure('redeem, agent key, idempotency key', () => redeem(agentKey, {}, true), { max: MAX_REDEEM });
  caller.forgetKeys();
  await measure('redeem, the first one of a function instance', () => redeem(agentKey, {}, true), { kms: 1 });
  await measure('PUT /v1/vault/keypair', () =>
    caller.call('putKeypair', { key: agentKey, body: { algorithm: 'ed25519', public_key: prover.publicKey } }),
  );
  await measure('GET /v1/vault/keypair', () => caller.call('getKeypair', { key: agentKey }));
  const proof = () => ({ proof: prover.prove('redeem', id) });
  await measure('redeem with a proof, agent key', () => redeem(agentKey, proof()), { max: MAX_REDEEM });
  await measure('redeem with a proof and an idempotency key, agent key', () => redeem(agentKey, proof(), true), {
    max: MAX_REDEEM,
  });
  await measure('redeem with a proof and an idempotency key, org key', () => redeem(orgKey, proof(), true), {
    max: MAX_REDEEM,
  });
  await measure('redeem refused, without a proof', () => redeem(agentKey), { max: MAX_REDEEM, status: 403 });
  await measure('GET /v1/vault/leases/{id}/redemptions, eight of them', () =>
    caller.call('listRedemptions', { key: agentKey, id }),
  );
  await measure('GET /v1/vault/leases, two of one secret', () => caller.call('listLeases', { key: agentKey }));
  await measure('POST /v1/vault/secrets/{id}/rotate with a proof', () => {
    const body = { value: VALUE, proof: prover.prove('rotate', secretId) };
    return caller.call('rotateSecret', { key: agentKey, id: secretId, body });
  });
  const next = createProver();
  await measure('PUT /v1/vault/keypair, replaced with a proof', () => {
    const body = { algorithm: 'ed25519', public_key: next.publicKey, proof: prover.prove('replace', agent.id) };
    return caller.call('putKeypair', { key: agentKey, body });
  });
  await measure('POST /v1/vault/leases/{id}/revoke', () => caller.call('revokeLease', { key: agentKey, id }));
  await measure('DELETE /v1/vault/secrets/{id}', () => caller.call('deleteSecret', { key: agentKey, id: secretId }));
  return measurements;
}

/** Redeems leases with proofs one after another, over HTTP and through the gateway of the stack. */
async function measureTimes({ asAgent }: Tenant): Promise<Measurement[]> {
  const prover = createProver();
  await asAgent.put('/v1/vault/keypair', { algorithm: 'ed25519', public_key: prover.publicKey });
  const { id: secretId } = await asAgent.post<{ id: string }>('/v1/vault/secrets', {
    name: 'Mail server',
    value: VALUE,
  });
  const createLease = () =>
    asAgent.post<{ id: string; lease_token: string }>('/v1/vault/leases', { secret_id: secretId, max_uses: 100 });
  const samples: number[] = [];
  let lease = await createLease();
  for (let n = 0; n < REDEMPTIONS; n++) {
    if (n % 100 === 99) lease = await createLease();
    const body = { lease_token: lease.lease_token, proof: prover.prove('redeem', lease.id) };
    const started = performance.now();
    await asAgent.post(`/v1/vault/leases/${lease.id}/redeem`, body, { 'idempotency-key': randomUUID() });
    samples.push(performance.now() - started);
  }
  return [
    within('a redemption over HTTP, p50', median(samples), 100, 'ms'),
    within('a redemption over HTTP, p99', percentile(samples, 0.99), 500, 'ms'),
    info('', distribution(samples)),
  ];
}
