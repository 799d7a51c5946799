import type { Message } from '../../../typescript/src/index.ts';
import { FailingMark } from '../log/failing-mark.tsx';
import { hrefWith } from '../shell/route.ts';
import { Time } from '../widgets/time.tsx';
import { AttachmentMark } from './attachment-mark.tsx';
import { nameOf } from './mail-address.ts';
import { markOf } from './message-signs.ts';
import type { FailingEvent } from './use-failing-messages.ts';

interface MessageRowProps {
  readonly message: Message;
  /** Its event, if deliveries of that have not arrived. */
  readonly failing: FailingEvent | undefined;
  readonly address: string;
  readonly isChosen: boolean;
  /** The agent of which the message is, in a list of all agents. */
  readonly agentName?: string | undefined;
  readonly isSelected: boolean;
  /** Selects the row or no longer, with Shift those up to it too. */
  readonly onSelect: (isRange: boolean) => void;
}

/** A message in a list: the other party, the subject, the beginning of the text, and what is wrong with it. */
export function MessageRow(props: MessageRowProps) {
  const { message, failing, address, isChosen, agentName, isSelected, onSelect } = props;
  const { direction, subject, snippet, labels } = message;
  const others = direction === 'inbound' ? message.from : message.to;
  const isUnread = direction === 'inbound' && !message.is_read && !isChosen;
  const mark = markOf(message);
  return (
    <li class={isUnread ? 'unread' : ''} data-id={message.id}>
      <input
        type="checkbox"
        aria-label={`Select ${subject || '(no subject)'}`}
        checked={isSelected}
        onClick={(event: MouseEvent) => onSelect(event.shiftKey)}
      />
      <a data-row href={address} aria-current={isChosen ? 'true' : undefined}>
        <span class="other">
          {direction === 'outbound' && <span class="quiet">To </span>}
          <bdi>{others.map(nameOf).join(', ') || '(no one)'}</bdi>
        </span>
        <span class="summary">
          {isUnread && <span class="sr">Unread.</span>} <strong>{subject || '(no subject)'}</strong>
        </span>
        {agentName !== undefined && <span class="agent">{agentName}</span>}
        <span class="snippet">
          {failing !== undefined && <FailingMark failing={failing.failing} />}{' '}
          {mark !== undefined && (
            <span class={mark.tone === '' ? 'quiet' : `pill ${mark.tone}`} title={mark.title}>
              {mark.label}
              {mark.tone === '' && snippet !== '' && ' ·'}
            </span>
          )}{' '}
          <span class="quiet">{snippet}</span>
        </span>
        <span class="when">
          {message.has_attachments && <AttachmentMark />} <Time at={message.created_at} />
        </span>
      </a>
      {labels.length > 0 && (
        <div class="labels">
          {labels.map((label) => (
            <a key={label} class="pill" href={hrefWith({ label })} title="Show the messages with this label">
              {label}
            </a>
          ))}
        </div>
      )}
    </li>
  );
}
