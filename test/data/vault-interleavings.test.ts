import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Table } from '#shared/data/table-client.ts';
import { AgentKeypair } from '../support/agent-keypair.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { withTransactions } from '../support/intercepted-table.ts';
import { makeVault, type Vault } from '../support/vault-fixture.ts';
import { after, type ModelState, type Redeemed, type RedeemStep, redeemed, type Step } from '../support/vault-model.ts';

const engine = useEngine();

/** A real vault that takes the steps of the model. Its clock runs, and steps move it ahead. */
class RealVault {
  readonly leases: { id: string; lease_token: string }[] = [];
  readonly attempts: number[] = [];
  /** Runs once, after the next redemption has loaded its rows and before it commits. */
  interruption: (() => Promise<void>) | undefined;
  #vault: Vault;
  readonly #redeemer: InProcessApi;
  #offset = 0;
  #keypair: AgentKeypair | undefined;
  #secretId = '';
  #value: string;

  private constructor(vault: Vault, redeemer: InProcessApi, value: string) {
    this.#vault = vault;
    this.#redeemer = redeemer;
    this.#value = value;
  }

  static async create(table: Table, value: string): Promise<RealVault> {
    const api = new InProcessApi(table);
    const interrupted: Table = withTransactions(table, async () => {
      const run = real.interruption;
      real.interruption = undefined;
      await run?.();
    });
    const redeemer = new InProcessApi(interrupted);
    // Both processes have the same keys.
    redeemer.services.keyring = api.services.keyring;
    const real = new RealVault(await makeVault(api), redeemer, value);
    api.now = redeemer.now = () => Date.now() + real.#offset;
    await real.#newSecret();
    return real;
  }

  async #newSecret() {
    const { asOrg, agent } = this.#vault;
    const body = { name: 'one', value: this.#value, identity_id: agent.id };
    this.#secretId = (await asOrg('createSecret', { body })).body.id;
  }

  async redeem({ lease: index, proof, key }: RedeemStep): Promise<Redeemed> {
    const lease = this.leases[index];
    if (lease === undefined) return { code: 'resource.not_found' };
    this.attempts[index] = (this.attempts[index] ?? 0) + 1;
    const keypair = proof === 'wrong' ? new AgentKeypair() : (this.#keypair ?? new AgentKeypair());
    const at = this.#redeemer.now();
    const body = {
      lease_token: lease.lease_token,
      ...((proof === 'wrong' || (proof === 'due' && this.#keypair !== undefined)) && {
        proof: keypair.proof('redeem', lease.id, { at }),
      }),
    };
    const keys = { org: this.#vault.organization.key, agent: this.#vault.agent.key };
    const reply = await this.#redeemer.call('redeemLease', { key: keys[key], params: { id: lease.id }, body });
    if (reply.status !== 200) return { code: reply.body.error.code };
    return { value: String(reply.body.value), version: reply.body.version };
  }

  async take(step: Exclude<Step, RedeemStep>): Promise<void> {
    const { asOrg, agent } = this.#vault;
    const params = { id: agent.id };
    switch (step.kind) {
      case 'lease': {
        const terms = { ttl_seconds: step.seconds, max_uses: step.maxUses };
        const { status, body } = await asOrg('createLease', { body: { secret_id: this.#secretId, ...terms } });
        if (status === 201) this.leases.push(body);
        else expect(body.error.code).toBe('identity.suspended');
        return;
      }
      case 'rotate': {
        this.#value += '+';
        const body = { value: this.#value, revoke_leases: step.revoke };
        expect((await asOrg('rotateSecret', { params: { id: this.#secretId }, body })).status).toBe(200);
        return;
      }
      case 'revoke': {
        const lease = this.leases[step.lease];
        if (lease === undefined) return;
        expect((await asOrg('revokeLease', { params: { id: lease.id } })).status).toBe(200);
        return;
      }
      case 'suspend':
      case 'reinstate':
        expect((await asOrg(`${step.kind}Identity`, { params })).status).toBe(200);
        return;
      case 'replace': {
        const next = new AgentKeypair();
        const proof = step.proven ? this.#keypair?.proof('replace', agent.id, { at: this.#redeemer.now() }) : undefined;
        const { reply } = await this.#vault.setKeypair(next, { ...(proof && { proof }) });
        expect(reply.status).toBe(200);
        this.#keypair = next;
        return;
      }
      case 'delete':
        this.#value += '-';
        expect((await asOrg('deleteSecret', { params: { id: this.#secretId } })).status).toBe(204);
        await this.#newSecret();
        return;
      case 'wait':
        this.#offset += step.seconds * 1000;
    }
  }

  /** The uses of each lease, by its record and by the audit. */
  async usesOf(index: number) {
    const { id = '' } = this.leases[index] ?? {};
    const { asOrg, leaseNow } = this.#vault;
    const { body } = await asOrg('listRedemptions', { params: { id }, query: { limit: '200' } });
    const isRedeemed = body.redemptions.filter(({ outcome }) => outcome === 'redeemed');
    return {
      counted: (await leaseNow(id))?.use_count,
      redeemed: isRedeemed.length,
      recorded: body.redemptions.length,
    };
  }
}

/** How many leases before the latest one: mostly the latest, which is alive most often. */
const lease = fc.constantFrom(0, 0, 0, 1);
const redeem: fc.Arbitrary<RedeemStep> = fc.record({
  kind: fc.constant('redeem' as const),
  lease,
  proof: fc.constantFrom(
    'due' as const,
    'due' as const,
    'due' as const,
    'due' as const,
    'none' as const,
    'wrong' as const,
  ),
  key: fc.constantFrom('org' as const, 'agent' as const),
});
const change: fc.Arbitrary<Exclude<Step, RedeemStep>> = fc.oneof(
  fc.record({ kind: fc.constant('rotate' as const), revoke: fc.boolean() }),
  fc.record({ kind: fc.constant('revoke' as const), lease }),
  fc.record({
    kind: fc.constantFrom('suspend' as const, 'reinstate' as const, 'reinstate' as const, 'delete' as const),
  }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replace' as const), proven: fc.boolean() }) },
);
const newLease: fc.Arbitrary<Exclude<Step, RedeemStep>> = fc.record({
  kind: fc.constant('lease' as const),
  // Multiples of ten seconds, so that the running time of the test makes no difference.
  seconds: fc.constantFrom(30, 60),
  maxUses: fc.integer({ min: 1, max: 4 }),
});
const wait = fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(10, 30, 60) });

/** A step, and for a redemption perhaps another step between its load and its commit. */
const scene = fc.oneof(
  { weight: 4, arbitrary: fc.record({ step: redeem }) },
  { weight: 5, arbitrary: fc.record({ step: redeem, within: fc.oneof(change, redeem) }) },
  { weight: 4, arbitrary: fc.record({ step: newLease }) },
  { weight: 3, arbitrary: fc.record({ step: change }) },
  { weight: 2, arbitrary: fc.record({ step: wait }) },
) as fc.Arbitrary<{ step: Step; within?: Exclude<Step, { kind: 'wait' | 'lease' }> }>;

/** The step with the index of its lease. */
function resolved<S extends Step>(step: S, { leases }: ModelState): S {
  return 'lease' in step ? { ...step, lease: Math.max(0, leases.length - 1 - step.lease) } : step;
}

/** Whether a step changes the row of a lease, which a redemption must notice in its commit. */
function changesLease(state: ModelState, step: Step, index: number): boolean {
  return JSON.stringify(after(state, step).leases[index]) !== JSON.stringify(state.leases[index]) && 'lease' in step;
}

test('In any interleaving a value goes out only where the model says so, and each use is counted and recorded once', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(scene, { minLength: 10, maxLength: 30 }), async (scenes) => {
      const real = await RealVault.create(engine.table, 'v');
      let model: ModelState = {
        now: 0,
        value: 'v',
        version: 1,
        isSuspended: false,
        hasKeypair: false,
        leases: [],
      };
      const take = async (step: Step) => {
        if (step.kind === 'redeem') expect(await real.redeem(step)).toEqual(redeemed(model, step));
        else await real.take(step);
        model = after(model, step);
      };
      await take({ kind: 'lease', seconds: 60, maxUses: 2 });
      for (const scene of scenes) {
        const step = resolved(scene.step, model);
        const within = scene.within && resolved(scene.within, model);
        if (step.kind !== 'redeem' || within === undefined) {
          await take(step);
          continue;
        }
        const before = model;
        let ran = false;
        real.interruption = async () => {
          ran = true;
          await take(within);
        };
        const result = await real.redeem(step);
        real.interruption = undefined;
        if (!ran) expect(result).toEqual(redeemed(before, step));
        // A change of the lease itself is noticed. Other changes at the same moment may come before or after.
        const isStrict = ran && changesLease(before, within, step.lease);
        const allowed = [redeemed(model, step), ...(isStrict ? [] : [redeemed(before, step)])];
        expect(allowed).toContainEqual(result);
        if ('value' in result) {
          const uses = (model.leases[step.lease]?.uses ?? 0) + 1;
          model = { ...model, leases: model.leases.map((one, at) => (at === step.lease ? { ...one, uses } : one)) };
        }
      }
      for (const [index, { uses, maxUses }] of model.leases.entries()) {
        expect(uses).toBeLessThanOrEqual(maxUses);
        const recorded = real.attempts[index] ?? 0;
        expect(await real.usesOf(index)).toEqual({ counted: uses, redeemed: uses, recorded });
      }
    }),
    { numRuns: 12 },
  );
});
