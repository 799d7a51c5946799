import { expect, test } from 'vitest';
import { useApprovals } from '../support/approval-harness.ts';
import { checkHeldMail } from '../support/approval-model/check-held-mail.ts';
import { useModelWorld } from '../support/approval-model/model-world.ts';
import type { Decision, Origin, Plan, Step } from '../support/approval-model/plan.ts';
import type { Cut } from '../support/ending-processes.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const world = useModelWorld(engine, useApprovals(engine), { mail: 'always' });

/** More effects than any process of these has. */
const MAX_EFFECTS = 20;

const decide = (action: Decision, cut?: Cut, isKeyed = false): Step => ({
  action,
  cut,
  by: 0,
  isKeyed,
  repeats: 'at last',
});
const other = (action: Exclude<Step['action'], Decision>, cut?: Cut): Step => ({ action, cut });
const plan = (...steps: Step[]): Plan => ({
  origin: { kind: 'request', cut: undefined, isKeyed: false },
  isRich: true,
  rounds: steps.map((step) => [step]),
});
const asked = (kind: Origin['kind'], cut: Cut, isKeyed = false): Plan => ({
  ...plan(decide('approve')),
  origin: { kind, cut, isKeyed },
});

/** A worker that ends after SES has accepted the email, before it knows so. */
const ENDED_WORKER = other('work', { at: 1, how: 'after' });

/** What happens to an email, with the process that ends, and how often the email is sent. */
const CASES: readonly (readonly [name: string, planOf: (cut: Cut) => Plan, sent: 0 | 1])[] = [
  ['the request of the agent', (cut) => asked('request', cut), 1],
  ['the request of the agent with an idempotency key', (cut) => asked('request', cut, true), 1],
  ['the request to send a draft', (cut) => asked('draft', cut), 1],
  ['the function that sends a draft at its time', (cut) => asked('scheduled', cut), 1],
  ['an approval', (cut) => plan(decide('approve', cut)), 1],
  ['an approval with an idempotency key', (cut) => plan(decide('approve', cut, true)), 1],
  ['an approval with an edit', (cut) => plan(decide('approve text', cut)), 1],
  ['an approval for someone else', (cut) => plan(decide('approve recipients', cut, true)), 1],
  ['a denial', (cut) => plan(decide('deny', cut)), 0],
  ['an approval that is refused', (cut) => plan(other('suppress'), decide('approve', cut)), 0],
  ['the suspension', (cut) => plan(other('suspend', cut), other('suspend'), other('sweep')), 0],
  ['the sweep after a suspension', (cut) => plan(other('suspend'), other('sweep', cut), other('sweep')), 0],
  ['the sweep after the last day', (cut) => plan(other('expire'), other('sweep', cut), other('sweep')), 0],
  ['the worker', (cut) => plan(decide('approve'), other('work', cut), other('work')), 1],
  ['the worker of reports', (cut) => plan(decide('approve'), ENDED_WORKER, other('notify', cut)), 1],
];

test.each(CASES)('If %s ends at any of its writes, the email is sent once or never', async (_, planOf, sent) => {
  // Some of the plans end a process anyway.
  const { cuts: others } = await checkHeldMail(world, planOf({ at: MAX_EFFECTS, how: 'before' }));
  for (const how of ['before', 'after', 'again'] as const) {
    let at = 0;
    for (; at < MAX_EFFECTS; at++) {
      const done = await checkHeldMail(world, planOf({ at, how }));
      expect(done.sent, `${how} ${at}`).toBe(sent);
      if (done.cuts === others) break;
    }
    // There were writes, and each of them was tried.
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(MAX_EFFECTS);
  }
});
