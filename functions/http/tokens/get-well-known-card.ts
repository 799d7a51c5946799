import * as routes from '#shared/contract/routes/a2a-card.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { publicCard } from './public-card.ts';

export const getWellKnownCard = operation(routes.getWellKnownCard, async (context, { params }) =>
  reply(await publicCard(context, params.id)),
);
