import * as routes from '../../../shared/contract/routes/events.ts';
import { serve } from '../../../shared/runtime/pipeline/serve.ts';
import { listEvents } from './list-events.ts';
import { replayEvent } from './replay-event.ts';

export const handler = serve(routes, { listEvents, replayEvent });
