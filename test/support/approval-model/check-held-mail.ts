import { expect } from 'vitest';
import { timestamp } from '#shared/domain/time/time.ts';
import type { AcceptedEmail } from '../approval-harness.ts';
import { HeldMail } from './held-mail.ts';
import { modelEdits, otherRecipient } from './model-email.ts';
import type { ModelWorld } from './model-world.ts';
import type { Plan } from './plan.ts';
import { sentHash } from './sent-hash.ts';

/** How the message of an approval with this status ends. Those that end without a person are denied. */
const MESSAGE_STATUS: Record<string, string> = { pending: 'held', approved: 'sent', failed: 'failed' };

/** Readers see the two ends without a person at once; which of both is written depends on which is noticed first. */
const seenAs = (status: string) => (status === 'canceled' ? 'expired' : status);

/**
 * Lets a plan happen to a held email, and expects that it was sent once if its approval is `approved` and else never,
 * that what was sent is what was approved, that approval, message and log say the same, and so does each response.
 *
 * @returns how many processes met their cut, and how often the email was sent
 */
export async function checkHeldMail(world: ModelWorld, plan: Plan): Promise<{ cuts: number; sent: number }> {
  const mail = await HeldMail.hold(world, plan);
  await mail.takeRounds();
  const shown = await mail.recover();
  const final = await mail.office.read(mail.approval.id);
  const message = await mail.office.message(mail.messageId);
  const sent = world.harness.sent().filter(({ messageId }) => messageId === mail.messageId);
  const note = JSON.stringify({ plan, shown, final: [final.status, final.reason], sent: sent.length });

  // What readers saw is what has happened.
  expect(final.status, note).toBe(shown);
  for (const status of mail.seen) {
    if (status !== 'pending') expect(seenAs(status), note).toBe(seenAs(final.status));
  }
  expect(sent.length, note).toBe(final.status === 'approved' ? 1 : 0);
  expect(message.status, note).toBe(MESSAGE_STATUS[final.status] ?? 'denied');
  await expectLog(mail, final, note);
  expectTold(mail, final, note);
  await expectOthers(mail, final, note);
  const [email] = sent;
  if (email !== undefined) await expectSent(mail, final, { email, note });
  return { cuts: mail.cuts, sent: sent.length };
}

// biome-ignore lint/suspicious/noExplicitAny: the record of an approval
type ApprovalRecord = any;

/** One request and one decision, and what was sent once. */
async function expectLog(mail: HeldMail, final: ApprovalRecord, note: string): Promise<void> {
  const { body } = await mail.world.harness.api().call('listEvents', {
    key: mail.office.organization.key,
    query: { since: timestamp(mail.startedAt), limit: '200' },
  });
  const own = body.events.filter(({ aggregate_id: id }) => id === mail.approval.id || id === mail.messageId);
  const types = own.map(({ type }) => type).filter((type) => type !== 'mail.bounced');
  const end = final.status === 'pending' ? [] : ['approval.decided'];
  expect(types, note).toEqual(['approval.requested', ...end, ...(final.status === 'approved' ? ['mail.sent'] : [])]);
  const decided = own.find(({ type }) => type === 'approval.decided');
  if (decided === undefined) return;
  const { decided_by: by } = final;
  expect(decided.payload, note).toMatchObject({
    status: final.status,
    reason: final.reason,
    actor: by === null ? null : { actorType: 'user', actorId: by },
  });
}

/** Each person got the response that says what has happened, and no decision took effect that came too late. */
function expectTold(mail: HeldMail, final: ApprovalRecord, note: string): void {
  const accepted = mail.told.filter(({ status }) => status === 200);
  for (const { decision, status, body } of mail.told) {
    const told = `${note} ${decision} ${status} ${JSON.stringify(body.error ?? body.status)}`;
    expect([200, 409], told).toContain(status);
    const isDenial = decision === 'deny';
    if (status === 200) {
      expect(body.status, told).toBe(final.status);
      expect(isDenial ? ['denied'] : ['approved', 'failed'], told).toContain(final.status);
      expect([body.content_hash, body.decided_by], told).toEqual([final.content_hash, final.decided_by]);
    } else if (body.error.code === 'approval.closed') {
      expect(isDenial ? [] : ['approved', 'failed'], told).not.toContain(final.status);
      if (isDenial) expect(final.status, told).not.toBe('denied');
    } else {
      expect([body.error.code, isDenial], told).toEqual(['approval.changed', false]);
      expect(['approved', 'failed'], told).toContain(final.status);
    }
  }
  const isDecided = ['approved', 'failed', 'denied'].includes(final.status);
  expect(accepted.length > 0, note).toBe(isDecided);
  expect(new Set(accepted.map(({ decision }) => decision)).size, note).toBe(isDecided ? 1 : 0);
  expect(final.decided_by === null, note).toBe(!isDecided);
  const firstRound = Math.min(...accepted.map(({ round }) => round));
  if (isDecided) {
    expect(
      accepted.map(({ by }) => by),
      note,
    ).toContain(final.decided_by);
    expect(firstRound, note).toBeLessThanOrEqual(mail.closedIn);
    expect(Date.parse(final.decided_at), note).toBeLessThan(Date.parse(final.expires_at));
  }
  const recipient = accepted[0]?.decision === 'approve recipients' ? otherRecipient(mail.run) : mail.email.to;
  if (final.status === 'approved') expect(firstRound, note).toBeLessThanOrEqual(mail.suppressedIn.get(recipient) ?? 99);
  // Nothing else makes a decision fail or an email wait.
  const isDisturbed = mail.plan.rounds
    .flat()
    .some(({ action }) => ['suspend', 'expire', 'suppress', 'suppress other'].includes(action));
  if (!isDisturbed) expect(mail.told.length > 0 ? ['approved', 'denied'] : ['pending'], note).toContain(final.status);
}

/** The same email again waits for a decision of its own, once. */
async function expectOthers(mail: HeldMail, final: ApprovalRecord, note: string): Promise<void> {
  if (mail.others.size === 0) return;
  expect(final.status, note).not.toBe('pending');
  const others = await Promise.all([...mail.others].map((id) => mail.office.read(id)));
  const open = others.filter(({ status }) => status === 'pending');
  expect(open.length, note).toBeLessThanOrEqual(1);
  for (const other of others) {
    expect(['pending', 'expired', 'canceled'], note).toContain(other.status);
    expect(
      mail.world.harness.sent().filter(({ messageId }) => messageId === other.subject_id),
      note,
    ).toEqual([]);
  }
}

/** The bytes that the provider got say what was approved: by their hash, and by what the model expects. */
async function expectSent(
  mail: HeldMail,
  final: ApprovalRecord,
  { email, note }: { readonly email: AcceptedEmail; readonly note: string },
): Promise<void> {
  const decision = mail.told.find(({ status }) => status === 200)?.decision ?? 'approve';
  const edits = modelEdits(mail.run, decision);
  expect(email.to, note).toEqual([
    ...(edits?.to ?? [mail.email.to]),
    ...(mail.email.bcc === undefined ? [] : [mail.email.bcc]),
  ]);
  expect(email.raw, note).toContain(edits?.text ?? mail.email.text);
  expect(email.raw, note).toContain(`Subject: ${edits?.subject ?? mail.email.subject}\r\n`);
  // An edit of the text removes the HTML, which still says what the text said.
  expect(email.raw.includes('<b>'), note).toBe(mail.email.html !== undefined && edits?.text === undefined);
  const message = await mail.office.message(mail.messageId);
  const hashes = [await sentHash(email, message.mailboxId), message.approvedHash];
  expect(hashes, note).toEqual([final.content_hash, final.content_hash]);
  expect(final.content_hash === mail.approval.content_hash, note).toBe(edits === undefined);
}
