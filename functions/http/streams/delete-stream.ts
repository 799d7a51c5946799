import * as routes from '#shared/contract/routes/streams.ts';
import { findConnection, updateConnectionClosing } from '#shared/data/entities/connection/connection.ts';
import { readStreams, replaceStreams } from '#shared/data/entities/delivery/stream.ts';
import { insertStreamCheck } from '#shared/data/entities/log/outbox.ts';
import { liveStreams } from '#shared/domain/delivery/stream.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { noContent, operation, write } from '#shared/runtime/pipeline/operation.ts';
import { requireResource } from '#shared/runtime/pipeline/resources.ts';

/** Without its entry among the streams, a ticket cannot be redeemed. The worker closes the connection. */
export const deleteStream = operation(routes.deleteStream, async ({ actor, table, now }, { params }) => {
  const organizationId = actor.organization.id;
  const known = await readStreams(table, organizationId);
  const live = liveStreams(known, now);
  const stream = live.find(({ id }) => id === params.id);
  if (stream === undefined) throw notFound();
  requireResource(routes.deleteStream, 'stream', actor, stream.agentId);
  const connection = stream.connectionId === null ? undefined : await findConnection(table, stream.connectionId);

  return write((tx) => {
    tx.put(
      replaceStreams(
        organizationId,
        known,
        live.filter(({ id }) => id !== params.id),
      ),
    );
    if (connection !== undefined) {
      const { connectionId } = connection;
      tx.put(updateConnectionClosing(connectionId, 'deleted'), insertStreamCheck(organizationId, now, connectionId));
    }
    return noContent();
  });
});
