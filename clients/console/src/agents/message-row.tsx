import type { Message } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { labelOf } from '../widgets/code.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Time } from '../widgets/time.tsx';
import { nameOf } from './mail-address.ts';

/** A message in a list: the other party, the subject and the beginning of the text. */
export function MessageRow({ message }: { readonly message: Message }) {
  const { id, identity_id: agentId, direction, subject, snippet, content_warnings: warnings } = message;
  const others = direction === 'inbound' ? message.from : message.to;
  const isUnread = direction === 'inbound' && !message.is_read;
  return (
    <li class={isUnread ? 'unread' : ''}>
      <a data-row href={href(['agents', agentId, 'mail', id])}>
        <span class="other">{others.map(nameOf).join(', ') || '(no one)'}</span>
        <span class="summary">
          {isUnread && <span class="sr">Unread.</span>}
          <strong>{subject || '(no subject)'}</strong> <span class="quiet">{snippet}</span>
        </span>
        <span class="marks">
          {direction === 'outbound' && <Pill status={message.status} />}
          {warnings.length > 0 && (
            <span class="pill warning" title={warnings.map(labelOf).join(', ')}>
              {warnings.length} {warnings.length === 1 ? 'warning' : 'warnings'}
            </span>
          )}
          {message.has_attachments && <span class="pill">attachments</span>}
        </span>
        <Time at={message.created_at} />
      </a>
    </li>
  );
}
