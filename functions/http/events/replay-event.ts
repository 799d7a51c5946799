import * as routes from '../../../shared/contract/routes/events.ts';
import { findEvent } from '../../../shared/data/entities/event.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { mayUse } from '../../../shared/runtime/pipeline/actor.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';
import { prepareReplay } from '../../../shared/services/replay/prepare-replay.ts';

export const replayEvent = operation(routes.replayEvent, async ({ actor, table, now }, { params }) => {
  const event = await findEvent(table, actor.organization.id, params.id);
  if (event === undefined) throw notFound();
  if (!mayUse(actor, event)) throw notFound();
  const stageReplay = await prepareReplay(table, event, now);
  return write((tx) => {
    stageReplay(tx);
    return reply({ id: event.id, replayed: true });
  });
});
