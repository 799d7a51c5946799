import * as routes from '#shared/contract/routes/streams.ts';
import { insertTicket } from '#shared/data/entities/connection/connection-ticket.ts';
import { readStreams, replaceStreams } from '#shared/data/entities/delivery/stream.ts';
import { LogFollower } from '#shared/data/event-log/log-follower.ts';
import { generateTicket, hashTicket, liveStreams, TICKET_LIFETIME_MS } from '#shared/domain/delivery/stream.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logMetrics } from '#shared/runtime/log-metrics.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { requireStreamQuota } from './require-stream-quota.ts';

/** An unused ticket holds a place until it expires, so the number of tickets is bounded too. */
export const createStream = operation(routes.createStream, async ({ actor, table, settings, now }, { body = {} }) => {
  const organizationId = actor.organization.id;
  const agentId = actor.kind === 'agent' ? actor.identity.id : null;
  const identityId = (await namedIdentity(routes.createStream, { actor, table }, body.identity_id))?.id ?? null;
  const known = await readStreams(table, organizationId);
  const live = liveStreams(known, now);
  await requireStreamQuota(table, { organizationId, identityId, live }, settings.limits);
  // Without `since`, the stream begins at the last event of the log, and not at the time of this machine.
  const cursor = body.since ?? (await LogFollower.fromEnd(table, organizationId, logMetrics)).time;

  const id = makeId('stream', now, randomPart());
  const ticket = generateTicket();
  const expiresAt = now + TICKET_LIFETIME_MS;
  const filter = { identityId, types: body.types ?? null };
  const stream = { ...filter, keyId: actor.keyId, agentId, createdAt: now, connectionId: null, connectedAt: null };
  return write((tx) => {
    tx.put(
      replaceStreams(organizationId, known, [...live, { id, ...stream, until: expiresAt }]),
      insertTicket({
        ...filter,
        ticketHash: hashTicket(ticket),
        organizationId,
        streamId: id,
        keyId: actor.keyId,
        keyHash: actor.keyHash,
        cursor,
        expiresAt,
      }),
    );
    const { SOCKET_URL } = readEnv('SOCKET_URL');
    return reply({ id, connect_url: `${SOCKET_URL}?ticket=${ticket}`, expires_at: timestamp(expiresAt) });
  });
});
