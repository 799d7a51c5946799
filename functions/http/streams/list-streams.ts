import * as routes from '#shared/contract/routes/streams.ts';
import { readStreams } from '#shared/data/entities/delivery/stream.ts';
import { liveStreams } from '#shared/domain/delivery/stream.ts';
import { EVENT_TYPES, type EventType } from '#shared/domain/log/events.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';

/** Their number is limited, so the list has no pages. */
export const listStreams = operation(routes.listStreams, async ({ actor, table, now }) => {
  const streams = liveStreams(await readStreams(table, actor.organization.id), now);
  const records = streams.flatMap(({ id, identityId, types, keyId, agentId, connectedAt }) => {
    if (connectedAt === null || (actor.kind === 'agent' && agentId !== actor.identity.id)) return [];
    return [
      {
        id,
        identity_id: identityId,
        types: [...((types as readonly EventType[] | null) ?? EVENT_TYPES)],
        connected_at: timestamp(connectedAt),
        key_id: keyId,
      },
    ];
  });
  return reply({ streams: records.sort((a, b) => (a.connected_at < b.connected_at ? 1 : -1)) });
});
