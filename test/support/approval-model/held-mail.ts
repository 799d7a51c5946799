import { expect } from 'vitest';
import { putSuppression } from '#shared/data/entities/mail/suppression.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { HOUR, MINUTE } from '#shared/domain/time/time.ts';
import { endApprovals } from '../end-approvals.ts';
import { type Cut, inProcess, type Ran } from '../ending-processes.ts';
import { askToSend } from './ask-to-send.ts';
import { type ModelEmail, modelEdits, modelEmail, otherRecipient } from './model-email.ts';
import type { ModelOffice, ModelWorld } from './model-world.ts';
import { DECISIONS, type Decision, type Plan, type Step } from './plan.ts';

/** The response that a person got to a decision. */
export interface Told {
  readonly decision: Decision;
  /** The id of the key. */
  readonly by: string;
  /** The round in which the person asked for the first time. */
  readonly round: number;
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the body of an approval or of an error
  readonly body: any;
}

/** A held email, what happens to it, and the responses that everyone got. */
export class HeldMail {
  readonly told: Told[] = [];
  /** The statuses that readers saw. */
  readonly seen: string[] = [];
  /** The approvals of the same email, asked for again after a decision about this one. */
  readonly others = new Set<string>();
  /** The round in which no one may approve any more, and in which each recipient was suppressed. */
  closedIn = Number.POSITIVE_INFINITY;
  readonly suppressedIn = new Map<string, number>();
  messageId = '';
  // biome-ignore lint/suspicious/noExplicitAny: the record of an approval
  approval: any;
  readonly world: ModelWorld;
  readonly office: ModelOffice;
  readonly plan: Plan;
  readonly email: ModelEmail;
  readonly run: number;
  readonly startedAt: number;
  /** How many processes met their cut. */
  cuts = 0;
  #round = 0;
  #requests = 0;
  readonly #late: (() => Promise<void>)[] = [];

  private constructor(world: ModelWorld, office: ModelOffice, plan: Plan, run: number) {
    this.world = world;
    this.office = office;
    this.plan = plan;
    this.run = run;
    this.startedAt = world.clock.now() - MINUTE;
    this.email = modelEmail(run, plan.isRich);
  }

  /** Has an email held, in processes that may end. */
  static async hold(world: ModelWorld, plan: Plan): Promise<HeldMail> {
    const { office, run } = await world.next();
    const mail = new HeldMail(world, office, plan, run);
    const held = await askToSend(world, office, {
      email: mail.email,
      origin: plan.origin,
      idempotencyKey: mail.#newKey(),
      run: (cut, act) => mail.#run(cut, act),
    });
    mail.messageId = held.messageId;
    mail.approval = await office.read(held.approvalId);
    expect(mail.approval.subject_id).toBe(mail.messageId);
    return mail;
  }

  /** Takes the steps of each round at once. */
  async takeRounds(): Promise<void> {
    for (const round of this.plan.rounds) {
      this.#round += 1;
      await Promise.all(round.map((step) => this.#take(step)));
      await this.#catchUp();
    }
  }

  /** Repeats the requests without a response, and lets the workers do what is left. Returns what readers saw before. */
  async recover(): Promise<string> {
    for (const repeat of this.#late) await repeat();
    const shown = (await this.office.read(this.approval.id)).status;
    await endApprovals(this.world.clock.now());
    await this.#work(undefined);
    if (this.cuts > 0) {
      // What a worker that has ended left undone is due when its lease has ended.
      this.world.clock.pass(6 * MINUTE);
      await this.#catchUp();
      await Promise.all([this.#work(undefined), this.#work(undefined)]);
    }
    await this.world.notify();
    if (this.plan.rounds.flat().some(({ action }) => action === 'suspend')) await this.office.reinstate();
    return shown;
  }

  /** By the time at which its lease ends, SES has reported the email of a worker that has ended. */
  async #catchUp(): Promise<void> {
    if (!this.world.clock.isLate()) return;
    await this.world.notify();
    this.world.clock.catchUp();
  }

  async #take(step: Step): Promise<unknown> {
    const { world, office } = this;
    if (isDecision(step)) return this.#decide(step);
    switch (step.action) {
      case 'suspend':
        return this.#noting(
          step.cut,
          () => office.suspend(),
          () => this.#close(),
        );
      case 'reinstate':
        return this.#run(step.cut, () => office.reinstate());
      case 'suppress':
        return this.#suppress(this.email.to, step.cut);
      case 'suppress other':
        return this.#suppress(otherRecipient(this.run), step.cut);
      case 'expire':
        world.clock.pass(HOUR + MINUTE);
        return this.#close();
      case 'sweep':
        return this.#run(step.cut, () => endApprovals(world.clock.now()));
      case 'work':
        return this.#work(step.cut);
      case 'notify':
        return this.#run(step.cut, world.notify);
      case 'ask again':
        return this.#askAgain(step.cut);
      default:
        return this.#read();
    }
  }

  /** Runs in a process that may end. */
  async #run<T>(cut: Cut | undefined, act: () => Promise<T>): Promise<Ran<T>> {
    const ran = await inProcess(cut, act);
    if (ran.isCut) this.cuts += 1;
    return ran;
  }

  #close(): void {
    this.closedIn = Math.min(this.closedIn, this.#round);
  }

  /** Runs in a process that may end, and notes what was done if it has not. */
  async #noting(cut: Cut | undefined, act: () => Promise<unknown>, note: () => void): Promise<void> {
    const ran = await this.#run(cut, act);
    if (!ran.hasEnded) note();
  }

  #suppress(address: string, cut: Cut | undefined): Promise<void> {
    const createdAt = Date.now();
    const change = putSuppression(this.office.organization.id, {
      address,
      reason: 'bounce',
      messageId: this.messageId,
      createdAt,
    });
    const act = () => commit(this.world.table(), { build: (tx) => tx.put(change) }, { now: Date.now });
    const round = this.#round;
    return this.#noting(cut, act, () => this.suppressedIn.set(address, this.suppressedIn.get(address) ?? round));
  }

  /** A worker with a job for the message: each outbox entry has one or more. */
  async #work(cut: Cut | undefined): Promise<void> {
    await this.#run(cut, () => this.office.deliver(this.messageId));
  }

  async #read(): Promise<void> {
    const { status } = await this.office.read(this.approval.id);
    const { status: ofMessage } = await this.office.message(this.messageId);
    this.seen.push(status);
    const expected = { approved: ['queued', 'sent'], failed: ['failed'], denied: ['denied'] }[status as string];
    if (expected !== undefined) expect(expected).toContain(ofMessage);
  }

  async #decide(step: Extract<Step, { action: Decision }>): Promise<void> {
    const { action: decision, cut, by, isKeyed, repeats } = step;
    const { id, key } = this.office.people[by];
    const call = { key, ...(isKeyed && { idempotencyKey: this.#newKey() }) };
    const edits = modelEdits(this.run, decision);
    const body = { content_hash: this.approval.content_hash, ...(edits && { edits }) };
    const round = this.#round;
    const request = () =>
      decision === 'deny'
        ? this.office.deny(this.approval.id, {}, call)
        : this.office.approve(this.approval.id, body, call);
    const hear = (reply: { status: number; body: unknown }) => {
      this.told.push({ decision, by: id, round, ...reply });
    };
    const ran = await this.#run(cut, request);
    if (!ran.hasEnded) return hear(ran.result);
    const repeat = async () => hear(await request());
    if (repeats === 'at once') return repeat();
    this.#late.push(repeat);
  }

  #newKey(): string {
    this.#requests += 1;
    return `run-${this.run}-${this.#requests}`;
  }

  /** The agent sends the same email again: it gets the approval of the held one while that is pending. */
  async #askAgain(cut: Cut | undefined): Promise<void> {
    const ran = await this.#run(cut, () => this.office.send({ ...this.email }));
    if (ran.hasEnded) return;
    const { status, body } = ran.result;
    if (status === 202) expect(body.status).toBe('held');
    else expect(['identity.suspended', 'mail.recipient_suppressed']).toContain(body.error.code);
    if (status === 202 && body.approval_id !== this.approval.id) this.others.add(body.approval_id ?? '');
  }
}

function isDecision(step: Step): step is Extract<Step, { action: Decision }> {
  return DECISIONS.some((one) => one === step.action);
}
