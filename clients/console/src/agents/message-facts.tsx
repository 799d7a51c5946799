import type { FullMessage, MailAddress } from '../../../typescript/src/index.ts';
import { Code, labelOf } from '../widgets/code.tsx';
import { CopyableCode } from '../widgets/copyable-code.tsx';
import { FactList } from '../widgets/fact-list.tsx';
import { IdLink } from '../widgets/id-link.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Time } from '../widgets/time.tsx';
import { fullAddress } from './mail-address.ts';
import { MessageWarnings } from './message-warnings.tsx';

const CHECKS = ['spf', 'dkim', 'dmarc', 'spam', 'virus'] as const;

/** All that is known about a message: addresses, ids, its state, and the results of the checks. */
export function MessageFacts({ message }: { readonly message: FullMessage }) {
  const { id, auth, direction, content_warnings: warnings, detail, folder, status, rfc_message_id: rfcId } = message;
  return (
    <FactList
      facts={{
        From: shown(message.from),
        To: shown(message.to),
        Cc: shown(message.cc),
        Bcc: shown(message.bcc ?? []),
        'Reply-To': shown(message.reply_to),
        'Delivered to': message.delivered_to && <code>{message.delivered_to}</code>,
        Received: direction === 'inbound' && <Time at={message.created_at} isExact />,
        Created: direction === 'outbound' && <Time at={message.created_at} isExact />,
        Status: (
          <>
            <Pill status={status} /> in <Code code={folder} /> {detail !== null && <span class="quiet">{detail}</span>}
          </>
        ),
        Checks: direction === 'inbound' && (
          <span class="checks">
            {CHECKS.map((check) => (
              <span>
                {labelOf(check)} <Pill status={auth[check]} />
              </span>
            ))}
          </span>
        ),
        Notes: warnings.length > 0 && <MessageWarnings warnings={warnings} />,
        Message: <CopyableCode text={id} />,
        Conversation: <IdLink id={message.thread_id} of={message.identity_id} />,
        'Message-ID': rfcId !== null && <code>{rfcId}</code>,
      }}
    />
  );
}

function shown(addresses: readonly MailAddress[]) {
  return addresses.length > 0 && <bdi>{addresses.map(fullAddress).join(', ')}</bdi>;
}
