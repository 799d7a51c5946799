import type { Event } from '../../../typescript/src/index.ts';
import { DeliveryTable } from '../organization/delivery-table.tsx';
import { useDeliveries } from '../organization/use-deliveries.ts';
import { href } from '../shell/route.ts';

/** The deliveries of the email that arrived. */
export function DeliveriesStep({ event: { id } }: { readonly event: Event }) {
  const deliveries = useDeliveries({ event_id: id });
  return (
    <>
      <h2>Its deliveries</h2>
      <DeliveryTable
        pages={deliveries}
        empty="There are none: the organization had no endpoint when the email arrived."
      />
      <p>
        <a href={href(['machine', 'failures'])}>See what the receiver got</a>, with headers and signatures.
      </p>
    </>
  );
}
