import { DeliveredEvent } from '../organization/delivered-event.tsx';
import { checkSignature } from '../organization/signature-check.ts';
import { IdLink } from '../widgets/id-link.tsx';
import { Time } from '../widgets/time.tsx';
import type { ArrivedDelivery, LocalReceiver } from './dials.ts';

/** The deliveries that the receiver on this machine got, with headers, body, and the verification of each signature. */
export function ArrivedDeliveries({ receiver: { deliveries, secret } }: { readonly receiver: LocalReceiver }) {
  if (deliveries.length === 0) return <p class="quiet">Nothing has arrived yet.</p>;
  return (
    <section aria-label="Received deliveries">
      {deliveries.map((delivery) => (
        <Arrived key={keyOf(delivery)} delivery={delivery} secret={secret} />
      ))}
    </section>
  );
}

const keyOf = ({ headers, received_at: at }: ArrivedDelivery) => `${at} ${headers['x-aid-request-id']}`;

function Arrived({ delivery, secret }: { readonly delivery: ArrivedDelivery; readonly secret: string | null }) {
  const { received_at: at, headers, body, response } = delivery;
  const type = typeOf(body);
  const shown = (name: string, value: string) =>
    name === 'x-aid-event-id' ? <DeliveredEvent type={type} id={value} /> : <IdLink id={value} />;
  return (
    <details class="sent">
      <summary>
        <Time at={at} /> <code>{type}</code> <Signature delivery={delivery} secret={secret} />
        <span class="quiet"> response: {response}</span>
      </summary>
      <dl class="fields headers">
        {Object.entries(headers).map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{shown(name, value)}</dd>
          </div>
        ))}
      </dl>
      <pre class="text" tabindex={0} role="region" aria-label="Body">
        {body}
      </pre>
    </details>
  );
}

function Signature({ delivery, secret }: { readonly delivery: ArrivedDelivery; readonly secret: string | null }) {
  if (secret === null) return <span class="pill warning">the receiver does not know the secret</span>;
  const { body, headers } = delivery;
  const { isVerified, reason } = checkSignature({ body, headers, secret });
  return <span class={isVerified ? 'pill good' : 'pill failure'}>{isVerified ? 'signature verified' : reason}</span>;
}

function typeOf(body: string): string {
  try {
    return String(JSON.parse(body).type);
  } catch {
    return 'not JSON';
  }
}
