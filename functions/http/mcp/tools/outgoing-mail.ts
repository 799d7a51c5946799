import type { AttachmentArgument } from '#shared/contract/mcp/arguments.ts';
import { withForeignAddresses } from '../addresses-of-others.ts';
import { alreadySent } from '../already-sent.ts';
import { requireIdentity } from '../caller.ts';
import { filesToAttach } from '../files.ts';
import { HELD_NOTES } from '../results/held-notes.ts';
import { sentTo } from '../results/mail-record.ts';
import type { ResultRecord } from '../results/result-record.ts';
import { toolResult } from '../results/tool-result.ts';
import { oneLine } from '../results/untrusted.ts';
import { type Done, type Once, writeOnce } from '../send-once.ts';
import type { Sent } from '../service-api.ts';
import { OutOfTimeError, ServiceError } from '../service-error.ts';
import type { ToolContext, ToolRunners } from '../tool-context.ts';

/** What a message or a forward that was sent responds. */
type DoneSending = Done<'sendMail'> | Done<'forwardMessage'>;

/** The tools that send email. */
export const OUTGOING_MAIL: ToolRunners<'sendEmail' | 'replyToEmail' | 'forwardMessage'> = {
  sendEmail: (context, args) => {
    const { idempotency_key: _key, send_again: _again, attachments, ...mail } = args;
    return sendMail(context, args, attachments, mail, async () => ownRecipients(mail));
  },

  replyToEmail: (context, args) => {
    const { idempotency_key: _key, send_again: _again, attachments, message_id: answered, ...mail } = args;
    const body = { ...mail, in_reply_to_message_id: answered };
    return sendMail(context, args, attachments, body, (sent) => recipientsOf(context, sent)).catch((error: unknown) => {
      throw withForeignAddresses(error, mail);
    });
  },

  forwardMessage: async ({ api, caller }, args) => {
    const { idempotency_key: _key, send_again: _again, message_id: mid, ...body } = args;
    const params = { id: requireIdentity(caller), mid };
    const done = await writeOnce(api, 'forwardMessage', { params, body }, { ...args });
    return sentResult(done, ownRecipients(body), args);
  },
};

async function sendMail(
  { api, caller }: ToolContext,
  args: Once,
  attachments: readonly AttachmentArgument[] | undefined,
  mail: NonNullable<Sent<'sendMail'>['body']>,
  sentTo: (messageId: string) => Promise<ResultRecord>,
) {
  const params = { id: requireIdentity(caller) };
  const files = attachments && (await filesToAttach(attachments, api, caller));
  const body = { ...mail, ...(files && { attachments: files }) };
  const done = await writeOnce(api, 'sendMail', { params, body }, { ...args });
  return sentResult(done, await sentTo(done.body.id), args);
}

function sentResult({ body: sent, alreadyDone }: DoneSending, recipients: ResultRecord, args: Once) {
  return toolResult({
    message_id: sent.id,
    thread_id: sent.thread_id,
    status: sent.status,
    ...(sent.status === 'held' && { approval_id: sent.approval_id, note: HELD_NOTES.mail }),
    ...recipients,
    ...(alreadyDone &&
      sent.status !== 'held' && {
        ...alreadySent('This email was already sent, and was not sent again.', args),
        sent_at: sent.created_at,
      }),
  });
}

/** To whom an email went, in the words of the agent itself. */
function ownRecipients({ to, cc, bcc }: Partial<Record<'to' | 'cc' | 'bcc', readonly string[] | undefined>>) {
  const shown = (addresses: readonly string[] | undefined) => addresses?.map(oneLine);
  return { to: shown(to), cc: shown(cc), bcc: shown(bcc) };
}

/**
 * To whom a reply went: between the marks, because the email that is replied to names them. Nothing if it is not known.
 */
async function recipientsOf({ api, caller }: ToolContext, mid: string): Promise<ResultRecord> {
  try {
    return sentTo(await api.call('getMessage', { params: { id: requireIdentity(caller), mid } }));
  } catch (error) {
    // The email is on its way, whether this can be read or not.
    if (!(error instanceof ServiceError) && !(error instanceof OutOfTimeError)) throw error;
    return {};
  }
}
