import { html } from 'htm/preact';
import { useEffect } from 'preact/hooks';
import type { FullMessage } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { BackLink } from '../widgets/back-link.ts';
import { labelOf } from '../widgets/code.ts';
import { ErrorText } from '../widgets/error-text.ts';
import { Loading } from '../widgets/loading.ts';
import { Snippets } from '../widgets/snippets.ts';
import { useLoad } from '../widgets/use-load.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { AttachmentList } from './attachment-list.ts';
import { MessageActions } from './message-actions.ts';
import { MessageFacts } from './message-facts.ts';
import { MessageViews } from './message-views.ts';

interface MessagePageProps {
  readonly agentId: string;
  readonly id: string;
}

/** One message: what a person sees, what an agent reads, the checks, the attachments and the headers. */
export function MessagePage({ agentId, id }: MessagePageProps) {
  const message = useLoad(
    (signal) => aidOfSession().identity(agentId).mail.messages.get(id, { signal }),
    [agentId, id],
  );
  const { data, error, reload } = message;
  useReloadOnEvent(message, ({ aggregate_id: about }) => about === id);
  const isUnread = data?.direction === 'inbound' && !data.is_read;
  useEffect(() => {
    if (isUnread)
      aidOfSession()
        .identity(agentId)
        .mail.messages.update(id, { is_read: true })
        .catch(() => {});
  }, [isUnread]);
  return html`
    <${BackLink}
      class="back"
      path=${['agents', agentId, 'mail']}
      query=${{ folder: data?.folder }}
      title=${data === undefined ? 'Messages' : labelOf(data.folder)}
    />
    <${ErrorText} error=${error} />
    ${data === undefined && error === undefined && html`<${Loading} what="the message" />`}
    ${data !== undefined && html`<${Found} message=${data} onChanged=${reload} />`}
  `;
}

function Found({ message, onChanged }: { readonly message: FullMessage; readonly onChanged: () => void }) {
  const { id, identity_id: agentId, subject } = message;
  const path = `/v1/identities/${agentId}/mail/messages/${id}`;
  return html`
    <article class="message" aria-label="Message">
      <div class="heading">
        <h2>${subject || '(no subject)'}</h2>
        <${MessageActions} message=${message} onChanged=${onChanged} />
      </div>
      <${MessageFacts} message=${message} />
      <${AttachmentList} message=${message} />
      <${MessageViews} message=${message} />
    </article>
    <${Snippets} call=${{ name: 'mail.messages.get', verb: 'GET', path, ids: [id], identityId: agentId }} />
  `;
}
