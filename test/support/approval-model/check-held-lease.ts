import { expect } from 'vitest';
import { findLease } from '#shared/data/entities/vault/lease.ts';
import { HOUR, MINUTE, timestamp } from '#shared/domain/time/time.ts';
import { endApprovals } from '../end-approvals.ts';
import { inProcess } from '../ending-processes.ts';
import type { LeasePlan, LeaseStep } from './lease-plan.ts';
import type { ModelOffice, ModelWorld } from './model-world.ts';

/** What one of them got as a response. */
interface Reply {
  readonly step: LeaseStep;
  readonly round: number;
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the body of an approval, a lease or an error
  readonly body: any;
}

/** A held lease, and the responses that everyone got. */
class HeldLeaseRun {
  readonly told: Reply[] = [];
  /** The approvals of the same lease, asked for again after a decision about this one. */
  readonly others = new Set<string>();
  closedIn = Number.POSITIVE_INFINITY;
  changedIn = Number.POSITIVE_INFINITY;
  /** Whether the secret may have been changed, also by a process that ended meanwhile. */
  mayHaveOtherSecret = false;
  readonly startedAt: number;
  leaseId = '';
  // biome-ignore lint/suspicious/noExplicitAny: the record of an approval
  approval: any;
  readonly world: ModelWorld;
  readonly office: ModelOffice;
  readonly run: number;
  #secretId = '';
  #requests = 0;

  constructor(world: ModelWorld, office: ModelOffice, run: number) {
    this.world = world;
    this.office = office;
    this.run = run;
    this.startedAt = world.clock.now() - MINUTE;
  }

  get #api() {
    return this.world.harness.api();
  }

  async hold({ asked }: LeasePlan): Promise<void> {
    const { key } = this.office.agent;
    const secret = { name: `Secret ${this.run}`, value: 'the value', hosts: ['api.example.com'] };
    this.#secretId = (await this.#api.call('createSecret', { key, body: secret })).body.id;
    const ran = await inProcess(asked, () => this.#ask());
    const { status, body } = ran.hasEnded ? await this.#ask() : ran.result;
    expect([status, body.status], JSON.stringify(body)).toEqual([202, 'held']);
    this.leaseId = body.id;
    this.approval = await this.office.read(body.approval_id ?? '');
  }

  async take(step: LeaseStep, round: number): Promise<void> {
    const { office, world } = this;
    const { action } = step;
    switch (action) {
      case 'suspend':
        if (!(await inProcess(step.cut, () => office.suspend())).hasEnded)
          this.closedIn = Math.min(this.closedIn, round);
        return;
      case 'reinstate':
        await inProcess(step.cut, () => office.reinstate());
        return;
      case 'expire':
        world.clock.pass(HOUR + MINUTE);
        this.closedIn = Math.min(this.closedIn, round);
        return;
      case 'sweep':
        await inProcess(step.cut, () => endApprovals(world.clock.now()));
        return;
      case 'rotate':
      case 'delete':
        this.mayHaveOtherSecret = true;
        if (!(await inProcess(step.cut, () => this.#changeSecret(action))).hasEnded) {
          this.changedIn = Math.min(this.changedIn, round);
        }
        return;
      case 'ask again': {
        const ran = await inProcess(step.cut, () => this.#ask());
        if (!ran.hasEnded && ran.result.status === 202) this.others.add(ran.result.body.approval_id ?? '');
        return;
      }
      default:
        return this.#request(step, round);
    }
  }

  /** Decides or claims until there is a response. */
  async #request(step: LeaseStep, round: number): Promise<void> {
    this.#requests += 1;
    const keyed = step.isKeyed ? { idempotencyKey: `lease-${this.run}-${this.#requests}` } : {};
    const call = { key: this.office.people[step.by].key, ...keyed };
    const request = () => {
      if (step.action === 'deny') return this.office.deny(this.approval.id, {}, call);
      if (step.action === 'claim') return this.claim(keyed);
      return this.office.approve(this.approval.id, { content_hash: this.approval.content_hash }, call);
    };
    const ran = await inProcess<{ status: number; body: unknown }>(step.cut, request);
    this.told.push({ step, round, ...(ran.hasEnded ? await request() : ran.result) });
  }

  claim(call: { idempotencyKey?: string } = {}) {
    return this.#api.call('claimLease', { ...call, key: this.office.agent.key, params: { id: this.leaseId } });
  }

  #ask() {
    const body = { secret_id: this.#secretId, purpose: 'Send the invoices.', max_uses: 2, ttl_seconds: 600 };
    return this.#api.call('createLease', { key: this.office.agent.key, body });
  }

  #changeSecret(action: 'rotate' | 'delete'): Promise<unknown> {
    const call = { key: this.office.organization.key, params: { id: this.#secretId } };
    return action === 'rotate'
      ? this.#api.call('rotateSecret', { ...call, body: { value: 'another value' } })
      : this.#api.call('deleteSecret', call);
  }
}

/**
 * Lets a plan happen to a held lease, and expects that it exists once if its approval is `approved` and else never, as
 * it was approved, and that its token was given out at most once and only then.
 */
export async function checkHeldLease(world: ModelWorld, plan: LeasePlan): Promise<void> {
  const { office, run } = await world.next();
  const lease = new HeldLeaseRun(world, office, run);
  await lease.hold(plan);
  for (const [round, steps] of plan.rounds.entries()) {
    await Promise.all(steps.map((step) => lease.take(step, round)));
  }
  const shown = (await office.read(lease.approval.id)).status;
  await endApprovals(world.clock.now());
  world.clock.catchUp();
  await office.reinstate();
  const last = await lease.claim();

  const final = await office.read(lease.approval.id);
  const note = JSON.stringify({
    plan,
    shown,
    final: [final.status, final.reason],
    last: [last.status, last.body.error],
  });
  expect(final.status, note).toBe(shown);
  const stored = await findLease(world.table(), office.organization.id, lease.leaseId, { strong: true });
  expect(stored !== undefined, note).toBe(final.status === 'approved');
  if (stored !== undefined) {
    expect(stored, note).toMatchObject({
      secretVersion: 1,
      purpose: 'Send the invoices.',
      maxUses: 2,
      hosts: ['api.example.com'],
    });
  }
  expectClaims(lease, final, { status: last.status, body: last.body, note });
  expectDecisions(lease, final, note);
  await expectEvents(lease, final, note);
}

/** One token at most was given out, and none without an approval. */
function expectClaims(
  { told, closedIn, changedIn }: HeldLeaseRun,
  { status: final }: { status: string },
  { status, body, note }: { status: number; body: Reply['body']; note: string },
): void {
  const claims = told.filter(({ step }) => step.action === 'claim');
  const tokens = [...claims, { status, body }].flatMap((one) => (one.status === 200 ? one.body.lease_token : []));
  expect(new Set(tokens).size, note).toBeLessThanOrEqual(1);
  if (final !== 'approved') expect(tokens, note).toEqual([]);
  if (final === 'pending') expect(body.error?.code, note).toBe('approval.pending');
  if (final !== 'pending' && final !== 'approved') expect(body.error?.code, note).toBe('approval.closed');
  const isQuiet = closedIn === Number.POSITIVE_INFINITY && changedIn === Number.POSITIVE_INFINITY;
  // The response to a claim without an idempotency key can be lost with its process.
  if (final === 'approved' && isQuiet && claims.length === 0) expect(status, note).toBe(200);
}

/** Each person got the response that says what has happened, and no decision took effect that came too late. */
function expectDecisions({ told, closedIn, changedIn }: HeldLeaseRun, final: Reply['body'], note: string): void {
  const decisions = told.filter(({ step }) => step.action !== 'claim');
  const accepted = decisions.filter(({ status }) => status === 200);
  for (const { step, status, body } of decisions) {
    if (status === 200) expect([body.status, body.decided_by], note).toEqual([final.status, final.decided_by]);
    else expect([status, body.error.code], note).toEqual([409, 'approval.closed']);
    if (status === 200) expect(step.action === 'deny', note).toBe(final.status === 'denied');
  }
  expect(accepted.length > 0, note).toBe(['approved', 'failed', 'denied'].includes(final.status));
  if (accepted.length === 0) return;
  const first = Math.min(...accepted.map(({ round }) => round));
  expect(first, note).toBeLessThanOrEqual(closedIn);
  if (final.status === 'approved') expect(first, note).toBeLessThanOrEqual(changedIn);
}

/** One request and one decision. */
async function expectEvents(lease: HeldLeaseRun, final: Reply['body'], note: string): Promise<void> {
  const events = await lease.office.events(timestamp(lease.startedAt));
  const own = events.filter(({ payload }) => payload.approvalId === lease.approval.id);
  const end = final.status === 'pending' ? [] : [final.status];
  expect(
    own.map(({ payload }) => payload.status),
    note,
  ).toEqual(['pending', ...end]);
  const others = [...lease.others].filter((id) => id !== lease.approval.id);
  // The lease of another version of the secret is another action.
  if (others.length > 0 && !lease.mayHaveOtherSecret) expect(final.status, note).not.toBe('pending');
}
