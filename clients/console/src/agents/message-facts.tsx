import type { FullMessage, MailAddress } from '../../../typescript/src/index.ts';
import { Code, labelOf } from '../widgets/code.tsx';
import { IdLink } from '../widgets/id-link.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Time } from '../widgets/time.tsx';
import { fullAddress } from './mail-address.ts';
import { MessageWarnings } from './message-warnings.tsx';

const CHECKS = ['spf', 'dkim', 'dmarc', 'spam', 'virus'] as const;

/** The sender, recipients and time of a message, and the results of the checks. */
export function MessageFacts({ message }: { readonly message: FullMessage }) {
  const { auth, direction, content_warnings: warnings, detail } = message;
  return (
    <dl class="fields">
      <Addresses title="From" addresses={message.from} />
      <Addresses title="To" addresses={message.to} />
      <Addresses title="Cc" addresses={message.cc} />
      <Addresses title="Bcc" addresses={message.bcc ?? []} />
      <Addresses title="Reply-To" addresses={message.reply_to} />
      <div>
        <dt>Time</dt>
        <dd>
          <Time at={message.created_at} />
        </dd>
      </div>
      <div>
        <dt>Thread</dt>
        <dd>
          <IdLink id={message.thread_id} of={message.identity_id} />
        </dd>
      </div>
      <div>
        <dt>Status</dt>
        <dd>
          <Pill status={message.status} /> in <Code code={message.folder} />{' '}
          {detail !== null && <span class="quiet">{detail}</span>}
        </dd>
      </div>
      {direction === 'inbound' && (
        <div>
          <dt>Checks</dt>
          <dd class="checks">
            {CHECKS.map((check) => (
              <span>
                {labelOf(check)} <Pill status={auth[check]} />
              </span>
            ))}
            <span class={auth.sender_verified ? 'pill good' : 'pill warning'}>
              {auth.sender_verified ? 'Sender verified' : 'Sender not verified'}
            </span>
          </dd>
        </div>
      )}
      {warnings.length > 0 && (
        <div>
          <dt>Warnings</dt>
          <dd>
            <MessageWarnings warnings={warnings} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Addresses({ title, addresses }: { readonly title: string; readonly addresses: readonly MailAddress[] }) {
  if (addresses.length === 0) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>{addresses.map(fullAddress).join(', ')}</dd>
    </div>
  );
}
