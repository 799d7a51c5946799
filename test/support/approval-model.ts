import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { expect } from 'vitest';
import { putSuppression } from '#shared/data/entities/mail/suppression.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { mailContentHash } from '#shared/services/approvals/mail-hash.ts';
import { readMessageFiles } from '#shared/services/outbound-mail/message-mail.ts';
import type { useApprovals } from './approval-harness.ts';
import { endApprovals } from './end-approvals.ts';

/** What happens to a held email. Two of the approvals edit it. */
const ACTIONS = [
  'approve',
  'approve text',
  'approve recipients',
  'deny',
  'suspend',
  'reinstate',
  'suppress',
  'expire',
  'sweep',
  'deliver',
] as const;
type Action = (typeof ACTIONS)[number];

/** Where the process ends that handles an action: before its commit, or after it and before its response. */
type Crash = 'before' | 'after' | undefined;

interface Step {
  readonly action: Action;
  readonly crash: Crash;
}

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Action>('approve', 'approve text', 'approve recipients', 'deny') },
    { weight: 2, arbitrary: fc.constantFrom<Action>(...ACTIONS) },
  ),
  crash: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom<Crash>('before', 'after') },
  ),
});

/** Rounds of steps that are taken at once. */
export const ROUNDS = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });

/** The same table, for a process that ends with its next transaction. */
function crashing(table: Table, at: Exclude<Crash, undefined>): Table {
  let isOver = false;
  const send = async (command: TransactWriteCommand, options?: object) => {
    if (!(command instanceof TransactWriteCommand) || isOver) return table.client.send(command, options);
    isOver = true;
    if (at === 'after') await table.client.send(command, options);
    throw new Error('the process has ended');
  };
  return { ...table, client: { send } as unknown as Table['client'] };
}

type Harness = ReturnType<typeof useApprovals>;
type Office = Awaited<ReturnType<Harness['office']>>;

let runs = 0;

/**
 * Takes the steps with a held email, and expects that it was sent once or never, that what was sent is what was
 * approved, and that every approver of something else got an error.
 */
export async function takeSteps(harness: Harness, made: Office, table: Table, rounds: Step[][]): Promise<void> {
  runs += 1;
  const recipient = `ada-${runs}@example.com`;
  const { messageId, approval } = await made.held({
    to: recipient,
    text: `The text ${runs}.`,
    subject: `Hello ${runs}`,
  });
  const EDITS = {
    approve: undefined,
    'approve text': { text: `Edited ${runs}.` },
    'approve recipients': { to: [`bob-${runs}@example.com`], subject: `Edited ${runs}` },
  } as const;
  /** The contents of the approvals that got 200, and whether a denial did. */
  const approved = new Set<string>();
  let isDenied = false;
  let offset = 0;
  const now = () => Date.now() + offset;
  harness.api().now = now;

  const decide = async (action: Action, crash: Crash) => {
    const used = crash === undefined ? table : crashing(table, crash);
    const edits = EDITS[action as keyof typeof EDITS];
    const { status, body } =
      action === 'deny'
        ? await made.denyOn(used, approval.id)
        : await made.approveOn(used, approval.id, { content_hash: approval.content_hash, ...(edits && { edits }) });
    if (status === 500 && crash !== undefined) return decide(action, undefined);
    expect([200, 409], JSON.stringify(body)).toContain(status);
    if (status !== 200) return expect(['approval.closed', 'approval.changed']).toContain(body.error.code);
    if (action === 'deny') isDenied = true;
    else if (body.status === 'approved') approved.add(action);
  };

  const take = async ({ action, crash }: Step): Promise<unknown> => {
    switch (action) {
      case 'suspend':
        return made.suspend();
      case 'reinstate':
        return made.reinstate();
      case 'suppress': {
        const suppression = { address: recipient, reason: 'bounce', messageId, createdAt: Date.now() } as const;
        const change = putSuppression(made.organization.id, suppression);
        return commit(table, { build: (tx) => tx.put(change) }, { now: Date.now });
      }
      case 'expire':
        offset += 10 * MINUTE;
        return undefined;
      case 'sweep':
        return endApprovals(now());
      case 'deliver':
        return made.deliver(messageId);
      default:
        return decide(action, crash);
    }
  };

  for (const round of rounds) await Promise.all(round.map(take));
  const shown = await made.read(approval.id);
  await endApprovals(now());
  await made.deliver(messageId);
  await made.deliver(messageId);
  await made.reinstate();

  const final = await made.read(approval.id);
  const message = await made.message(messageId);
  const sent = harness
    .sent()
    .filter(({ raw }) => raw.includes(`Message-ID: ${message.rfcMessageId}`) || raw.includes(messageId));
  const decided = (await made.events()).filter(
    ({ type, payload }) => type === 'approval.decided' && payload.approvalId === approval.id,
  );
  const told = JSON.stringify({ rounds, shown: shown.status, final: final.status, sent: sent.length });

  // What readers saw before the sweep is what it has written.
  expect(final.status, told).toBe(shown.status);
  expect(
    decided.map(({ payload }) => payload.status),
    told,
  ).toEqual(final.status === 'pending' ? [] : [final.status]);
  expect(sent.length, told).toBe(final.status === 'approved' ? 1 : 0);
  const STATUSES: Record<string, string> = { pending: 'held', approved: 'sent', failed: 'failed' };
  expect(message.status, told).toBe(STATUSES[final.status] ?? 'denied');
  expect([isDenied, approved.size], told).toEqual([final.status === 'denied', final.status === 'approved' ? 1 : 0]);
  if (final.status !== 'approved') return;

  const [action = ''] = approved;
  const edits: { text?: string; subject?: string; to?: readonly string[] } = EDITS[action as keyof typeof EDITS] ?? {};
  const [email] = sent;
  expect(email?.to, told).toEqual(edits.to ?? [recipient]);
  expect(email?.raw, told).toContain(edits.text ?? `The text ${runs}.`);
  expect(email?.raw, told).toContain(`Subject: ${edits.subject ?? `Hello ${runs}`}`);
  const { content } = await readMessageFiles(message);
  expect([mailContentHash(message, content, []), message.approvedHash], told).toEqual([
    final.content_hash,
    final.content_hash,
  ]);
}
