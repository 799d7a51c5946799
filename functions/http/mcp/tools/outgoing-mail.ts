import type { AttachmentArgument } from '#shared/contract/mcp/arguments.ts';
import { withForeignAddresses } from '../addresses-of-others.ts';
import { alreadySent } from '../already-sent.ts';
import { requireIdentity } from '../caller.ts';
import { filesToAttach } from '../files.ts';
import { toolResult } from '../results/tool-result.ts';
import { type Once, writeOnce } from '../send-once.ts';
import type { Sent } from '../service-api.ts';
import type { ToolContext, ToolRunners } from '../tool-context.ts';

/** The tools that send email. */
export const OUTGOING_MAIL: ToolRunners<'sendEmail' | 'replyToEmail'> = {
  sendEmail: (context, args) => {
    const { idempotency_key: _key, send_again: _again, attachments, ...mail } = args;
    return sendMail(context, args, attachments, mail);
  },

  replyToEmail: (context, args) => {
    const { idempotency_key: _key, send_again: _again, attachments, message_id: answered, ...mail } = args;
    const body = { ...mail, in_reply_to_message_id: answered };
    return sendMail(context, args, attachments, body).catch((error: unknown) => {
      throw withForeignAddresses(error, mail);
    });
  },
};

async function sendMail(
  { api, caller }: ToolContext,
  args: Once,
  attachments: readonly AttachmentArgument[] | undefined,
  mail: NonNullable<Sent<'sendMail'>['body']>,
) {
  const params = { id: requireIdentity(caller) };
  const files = attachments && (await filesToAttach(attachments, api, caller));
  const body = { ...mail, ...(files && { attachments: files }) };
  const { body: sent, alreadyDone } = await writeOnce(api, 'sendMail', { params, body }, { ...args });
  return toolResult({
    message_id: sent.id,
    thread_id: sent.thread_id,
    status: sent.status,
    ...(alreadyDone && {
      ...alreadySent('This email was already sent, and was not sent again.', args),
      sent_at: sent.created_at,
    }),
  });
}
