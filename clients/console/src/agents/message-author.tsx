import type { MailAddress, Message } from '../../../typescript/src/index.ts';
import { Time } from '../widgets/time.tsx';
import { nameOf } from './mail-address.ts';
import { senderSign } from './message-signs.ts';

/** Who wrote a message, to whom and when. */
export function MessageAuthor({ message }: { readonly message: Message }) {
  const { from, to, cc, bcc = [], direction, created_at: at } = message;
  const { label, title } = senderSign(message);
  return (
    <div class="author">
      <div>
        {from.map((one) => (
          <span class="name">
            <strong>
              <bdi>{nameOf(one)}</bdi>
            </strong>{' '}
            {nameOf(one) !== one.address && <span class="quiet">{one.address}</span>}
          </span>
        ))}{' '}
        {direction === 'inbound' && (
          <span class="pill" title={title}>
            {label}
          </span>
        )}
      </div>
      <Time at={at} />
      <p class="quiet">
        {[recipients('to', to), recipients('cc', cc), recipients('bcc', bcc)].filter((part) => part !== '').join(', ')}
      </p>
    </div>
  );
}

function recipients(kind: string, addresses: readonly MailAddress[]): string {
  return addresses.length === 0 ? '' : `${kind} ${addresses.map(nameOf).join(', ')}`;
}
