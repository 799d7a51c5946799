import type { Approval } from '#shared/data/entities/approval/approval.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import type { Table } from '#shared/data/table-client.ts';
import { seenText, seenValue } from '#shared/domain/safe-reading/seen-value.ts';
import type { Preview } from './approval-record.ts';
import { type MailPreview, mailPreviews, mailPreviewWithTexts } from './mail-preview.ts';
import { taskContents, taskPreview } from './task-preview.ts';

/** What an approval is about, with the texts of an email and the content of a task. */
export async function previewWithTexts(table: Table, approval: Approval): Promise<Preview> {
  if (approval.kind === 'mail') return asPreview(approval, await mailPreviewWithTexts(table, approval));
  const { task, ...preview } = asPreview(approval, undefined);
  return { ...preview, task: task && { ...task, ...(await taskContents(table, approval)) } };
}

/** What an approval is about, without the texts of an email. `message`: the email as an edit has made it. */
export async function previewOf(table: Table, approval: Approval, message?: Message): Promise<Preview> {
  const edited = message === undefined ? [] : [message];
  const emails = approval.kind === 'mail' ? await mailPreviews(table, [approval], edited) : undefined;
  return asPreview(approval, emails?.get(approval.id));
}

/** What approvals are about, in their order, without the texts of emails. */
export async function previews(table: Table, approvals: readonly Approval[]): Promise<Preview[]> {
  const emails = await mailPreviews(
    table,
    approvals.filter(({ kind }) => kind === 'mail'),
  );
  return approvals.map((approval) => asPreview(approval, emails.get(approval.id)));
}

function asPreview(approval: Approval, mail: MailPreview | undefined): Preview {
  return {
    summary: mail === undefined ? actionSummary(approval) : summaryOf(mail),
    reasons: approval.reasons.map(({ code, address = null, host = null, source = null }) => ({
      code,
      address,
      host,
      source,
    })),
    mail: mail ?? null,
    lease: leasePreview(approval),
    tunnel: tunnelPreview(approval),
    task: taskPreview(approval),
  };
}

/** A lease as it will be created; null for another kind. */
function leasePreview({ lease }: Approval): Preview['lease'] {
  if (lease === undefined) return null;
  return {
    secret_id: lease.secretId,
    secret_name: seenText(lease.secretName),
    secret_version: lease.secretVersion,
    purpose: lease.purpose === null ? null : seenText(lease.purpose),
    max_uses: lease.maxUses,
    ttl_seconds: lease.ttlSeconds,
    hosts: [...lease.hosts],
  };
}

/** A tunnel as it will be created; null for another kind. Its address is for those who may use it. */
function tunnelPreview({ tunnel }: Approval): Preview['tunnel'] {
  if (tunnel === undefined) return null;
  const { name, host, metadata } = tunnel;
  return { name: name === null ? null : seenText(name), host, metadata: seenValue({ ...metadata }) };
}

/** What is no email, in one line. */
function actionSummary({ kind, subjectId, lease, tunnel, task }: Approval): string {
  if (task !== undefined) return `Task for ${task.worker.handle}: ${seenText(task.snippet)}`;
  if (tunnel !== undefined) {
    const named = tunnel.name === null ? '' : ` ${seenText(tunnel.name)}`;
    return `Tunnel${named} with a public address at ${tunnel.host}`;
  }
  if (lease === undefined) return `${kind} ${subjectId}`;
  const times = lease.maxUses === 1 ? 'once' : `${lease.maxUses} times`;
  return `Lease of the secret ${seenText(lease.secretName)}, ${times} in ${lease.ttlSeconds} s`;
}

/** An email in one line: its first recipient, how many others there are, and the subject. */
function summaryOf({ to, cc, bcc, subject }: MailPreview): string {
  const [first, ...others] = [...to, ...cc, ...bcc];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `Email to ${first?.address ?? 'no one'}${more}: ${subject}`;
}
