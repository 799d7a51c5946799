import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { route } from '#shared/contract/route.ts';
import { insert } from '#shared/data/change.ts';
import type { Table } from '#shared/data/table-client.ts';
import { limitsSchema } from '#shared/domain/limits/limits.ts';
import { Keyring } from '#shared/runtime/keyring.ts';
import type { Services } from '#shared/runtime/pipeline/exchange.ts';
import { handleRequest } from '#shared/runtime/pipeline/handle-request.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { eventNames, mailEvent } from './event-log.ts';
import type { Tenant } from './tenant.ts';

const probeRoute = route({
  name: 'probe',
  group: 'events',
  method: 'POST',
  path: '/v1/probe',
  auth: 'any-key',
  budget: 'organization',
  summary: 'Writes one record and appends one event: the smallest mutation that the log knows of.',
  body: z.strictObject({ name: z.string() }),
  status: 201,
  reply: z.strictObject({ id: z.string() }),
  errors: [],
  idempotent: true,
  onceOnlySecret: false,
});

/**
 * A mutation with a record, an event and an idempotency key, run through the pipeline of all operations. It measures
 * the cost that every mutation shares.
 */
function probeOperation(tenant: Tenant) {
  return operation(probeRoute, async ({ actor }, { body }) => {
    const { id } = actor.organization;
    return write((tx) => {
      const event = tx.appendEvent(id, mailEvent(tenant, body.name));
      tx.put(insert({ pk: `PROBE#${id}`, sk: event.id, name: body.name, createdAt: event.createdAt }));
      return reply({ id: event.id });
    });
  });
}

/** Calls the operation as a request does, with a fresh idempotency key, and expects success. */
export async function callProbe(table: Table, tenant: Tenant, key: string): Promise<void> {
  const response = await handleRequest(
    probeOperation(tenant),
    {
      requestId: randomUUID(),
      method: 'POST',
      resource: '/v1/probe',
      path: '/v1/probe',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      query: {},
      params: {},
      body: JSON.stringify({ name: eventNames(1)[0] }),
      address: '127.0.0.1',
      baseUrl: 'http://localhost',
      ownUrls: ['http://localhost'],
    },
    servicesOf(table),
  );
  if (response.status !== 201) throw new Error(`the probe returned ${JSON.stringify(response.body)}`);
}

const keyring = new Keyring(randomBytes(32));

function servicesOf(table: Table): Services {
  return {
    table: () => table,
    settings: () => ({
      limits: limitsSchema.parse({ orgRequestsPerMinute: 1_000_000 }),
      mailDomain: 'agents.localhost',
      allowLoopbackReceivers: true,
    }),
    keyring: async () => keyring,
    now: Date.now,
  };
}
