import * as routes from '#shared/contract/routes/events.ts';
import { findEvent } from '#shared/data/entities/log/event.ts';
import { mayUse } from '#shared/runtime/pipeline/actor.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { resourceLoader } from '#shared/runtime/pipeline/resources.ts';
import { prepareReplay } from '#shared/services/replay/prepare-replay.ts';

const loadEvent = resourceLoader('event', findEvent, ({ identityId }) => identityId);

export const replayEvent = resourceOperation(routes.replayEvent, loadEvent, async ({ actor, table, now }, event) => {
  const stageReplay = await prepareReplay(table, event, now);
  return write((tx) => {
    // An event of an agent also goes to endpoints of the organization, of which the agent sees no deliveries.
    const deliveries = stageReplay(tx).filter((delivery) => mayUse(actor, delivery));
    return reply({ id: event.id, replayed: true, delivery_ids: deliveries.map(({ id }) => id) });
  });
});
