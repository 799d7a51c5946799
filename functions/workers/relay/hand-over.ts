import { findDelivery } from '../../../shared/data/entities/delivery.ts';
import type { OutboxEntry } from '../../../shared/data/entities/outbox.ts';
import { theTable } from '../../../shared/runtime/clients.ts';
import type { Job } from '../relay.ts';
import { deliveryJob } from './fan-out.ts';
import type { Fleet } from './fleet.ts';
import { replay } from './replay.ts';

/** Hands an outbox entry to whoever does its work. */
export async function handOver(entry: OutboxEntry, fleet: Fleet): Promise<Job[]> {
  switch (entry.kind) {
    case 'code_mail':
      return [
        {
          queue: 'mail',
          message: { body: { organizationId: entry.organizationId, outboxId: entry.id }, group: entry.organizationId },
        },
      ];
    case 'webhook_test': {
      const delivery = await findDelivery(theTable(), entry.organizationId, entry.deliveryId);
      return delivery?.status === 'pending' ? [deliveryJob(delivery)] : [];
    }
    case 'nothing':
      return [];
    case 'replay':
      return replay(entry, await fleet.of(entry.organizationId));
  }
}
