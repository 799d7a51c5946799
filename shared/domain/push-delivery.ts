import { createHash } from 'node:crypto';
import { type Delivery, newDelivery } from './delivery.ts';
import { makeId, randomPartOf } from './ids.ts';

/** What the delivery log calls a push notification. It is no event of the log: the receiver's own task tells of it. */
export const PUSH_NOTIFICATION_TYPE = 'a2a.push_notification';

/** A push notification before its first attempt. `time`: the millisecond reserved for it. */
export function newPushDelivery(
  config: { id: string; taskId: string; endpointId: string; url: string; organizationId: string; identityId: string },
  seq: number,
  time: number,
): Delivery {
  const { id: configId, taskId, endpointId, organizationId, identityId, url } = config;
  const endpoint = { id: endpointId, organizationId, identityId, url };
  // The same however often the relay sees the step, so that receivers can tell a repetition.
  const digest = createHash('sha256').update(`${taskId} ${seq}`).digest();
  const event = { id: makeId('event', time, randomPartOf(digest)), type: PUSH_NOTIFICATION_TYPE };
  return { ...newDelivery(endpoint, event, time), push: { taskId, configId, seq } };
}
