import { type Body, freshName, type StateClient } from './state-client.ts';

/** As many endpoints as an organization may have. */
const ENDPOINTS = 60;

/** More deliveries than an organization may attempt in an hour (`unverifiedDeliveriesPerHour` of the stack). */
const TASKS = 3;

/** Deliveries that wait for the budget of their organization. */
export async function writeBudget(client: StateClient): Promise<void> {
  const organization = await client.organization();
  const [caller, worker] = await Promise.all([client.agent(organization), client.agent(organization)]);
  const url = `${client.options.receiver}/budget`;
  for (let n = 0; n < ENDPOINTS; n++) {
    await client.ok('POST', '/v1/webhooks', organization.key, { url, event_types: ['a2a.task.created'] });
  }
  const task = { to_handle: worker.handle, message: 'one of many' };
  for (let n = 0; n < TASKS; n++) {
    await client.ok('POST', '/v1/a2a/tasks', caller.key, { ...task, message_id: freshName('message') });
  }
  await client.until(async () => {
    const { deliveries } = await client.ok('GET', '/v1/webhooks/deliveries?status=pending&limit=200', organization.key);
    return deliveries.some(({ last_error }: Body) => /attempts per hour/.test(last_error ?? '')) ? true : undefined;
  }, 'a delivery that waits for the budget of its organization');
}
