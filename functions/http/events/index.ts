import * as routes from '#shared/contract/routes/events.ts';
import { getContentTable } from '#shared/runtime/content-store.ts';
import { serveStreamed } from '#shared/runtime/pipeline/serve.ts';
import { getTrace } from './get-trace.ts';
import { listEvents } from './list-events.ts';
import { replayEvent } from './replay-event.ts';

export const handler = serveStreamed(routes, { listEvents, replayEvent, getTrace }, { table: getContentTable });
