import { expect } from 'vitest';
import { sendDueDrafts } from '#functions/http/mail/send-due-drafts.ts';
import { MINUTE, timestamp } from '#shared/domain/time/time.ts';
import type { Cut, Ran } from '../ending-processes.ts';
import type { ModelEmail } from './model-email.ts';
import type { ModelOffice, ModelWorld } from './model-world.ts';
import type { Origin } from './plan.ts';

/** How an agent asks for its email. */
interface Asking {
  readonly email: ModelEmail;
  readonly origin: Origin;
  readonly idempotencyKey: string;
  /** Runs in a process that may end. */
  readonly run: <T>(cut: Cut | undefined, act: () => Promise<T>) => Promise<Ran<T>>;
}

interface Held {
  readonly messageId: string;
  readonly approvalId: string;
}

/** The agent asks for an email until it has a response, which is that the email is held. */
export async function askToSend(world: ModelWorld, office: ModelOffice, asking: Asking): Promise<Held> {
  const { email, origin, idempotencyKey, run } = asking;
  const key = origin.isKeyed ? { idempotencyKey } : {};
  const until = async <T>(act: () => Promise<T>): Promise<T> => {
    const ran = await run(origin.cut, act);
    return ran.hasEnded ? act() : ran.result;
  };
  if (origin.kind === 'request') return heldOf(await until(() => office.send({ ...email }, key)));
  if (origin.kind === 'scheduled') return scheduled(world, office, asking);
  const api = world.harness.api();
  const { id, key: agentKey } = office.agent;
  const draft = await api.call('createDraft', { key: agentKey, params: { id }, body: email });
  const call = { key: agentKey, params: { id, did: draft.body.id }, ...key };
  return heldOf(await until(() => api.call('sendDraft', call)));
}

// biome-ignore lint/suspicious/noExplicitAny: the replies of several operations
function heldOf({ status, body }: { status: number; body: any }): Held {
  expect([status, body.status], JSON.stringify(body)).toEqual([202, 'held']);
  return { messageId: body.message_id, approvalId: body.approval_id };
}

/** The sweep names a draft that is due more than once, and at once too. No one waits for a response. */
async function scheduled(world: ModelWorld, office: ModelOffice, { email, origin, run }: Asking): Promise<Held> {
  const { clock, harness } = world;
  const { id, key } = office.agent;
  const { body } = await office.send({ ...email, send_at: timestamp(clock.now() + 2 * MINUTE) });
  expect(body.status).toBe('scheduled');
  clock.pass(3 * MINUTE);
  clock.catchUp();
  const event = { kind: 'due-drafts', drafts: [{ identityId: id, draftId: body.id }] };
  const due = async () => sendDueDrafts(event, harness.api().services);
  await Promise.all([run(origin.cut, due), due()]);
  await due();
  const draft = await harness.api().call('getDraft', { key, params: { id, did: body.id } });
  expect(draft.body.status).toBe('sent');
  const messageId = draft.body.message_id ?? '';
  const query = { status: 'pending', limit: '10' };
  const { approvals } = (await harness.api().call('listApprovals', { key, query })).body;
  return { messageId, approvalId: approvals.find(({ subject_id: of }) => of === messageId)?.id ?? '' };
}
