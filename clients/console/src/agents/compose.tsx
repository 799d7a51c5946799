import { useState } from 'preact/hooks';
import type { SendMail } from '../../../typescript/src/index.ts';
import { goTo, href, route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { useForm } from '../widgets/use-form.ts';
import { useLoad } from '../widgets/use-load.ts';
import { fullAddress } from './mail-address.ts';

interface ComposeProps {
  readonly agentId: string;
  /** The message to reply to. */
  readonly inReplyTo: string | undefined;
}

/** Writes a message or a reply as the agent. */
export function Compose({ agentId, inReplyTo }: ComposeProps) {
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({});
  const { data: answered, error } = useLoad(
    async (signal) =>
      inReplyTo === undefined ? null : aidOfSession().identity(agentId).mail.messages.get(inReplyTo, { signal }),
    [inReplyTo],
  );
  const mail: SendMail = {
    ...(inReplyTo === undefined
      ? { to: listOf(draft.to ?? ''), subject: draft.subject ?? '' }
      : { in_reply_to_message_id: inReplyTo, ...(draft.reply_all === 'on' && { reply_all: true }) }),
    ...((draft.cc ?? '') !== '' && { cc: listOf(draft.cc ?? '') }),
    text: draft.text ?? '',
  };
  const send = useForm(async () => {
    const { id } = await aidOfSession().identity(agentId).mail.send(mail);
    goTo(href(route.value.query.get('from') === 'tour' ? ['tour'] : ['agents', agentId, 'mail', id]));
  });
  const keep = (event: Event) => {
    const { name, value, checked, type } = event.target as HTMLInputElement;
    setDraft((before) => ({ ...before, [name]: type === 'checkbox' ? (checked ? 'on' : '') : value }));
  };
  if (inReplyTo !== undefined && !answered) {
    return error === undefined ? <Loading what="the message" /> : <ErrorText error={error} />;
  }
  return (
    <>
      <form class="compose" aria-label="Compose" onInput={keep} onSubmit={send.run}>
        {answered ? (
          <>
            <h2>Reply: {answered.subject}</h2>
            <p>To {answered.from.map(fullAddress).join(', ')}</p>
            <label>
              <input type="checkbox" name="reply_all" /> Reply to all
            </label>
          </>
        ) : (
          <>
            <h2>New message</h2>
            <Field label="To" name="to" required hint="One or more addresses, separated by commas" />
            <Field label="Subject" name="subject" required />
          </>
        )}
        <Field label="Cc" name="cc" />
        <Field label="Text" name="text" rows={10} required />
        <ErrorText error={send.error} />
        <button class="primary" disabled={send.isRunning}>
          Send
        </button>
      </form>
      {answered?.text && (
        <>
          <h3>In reply to</h3>
          <pre class="text" tabindex={0} role="region" aria-label="In reply to">
            {answered.text}
          </pre>
        </>
      )}
      <Snippets
        call={{
          name: 'mail.send',
          verb: 'POST',
          path: `/v1/identities/${agentId}/mail/send`,
          params: mail,
          identityId: agentId,
        }}
      />
    </>
  );
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
