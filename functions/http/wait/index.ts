import * as routes from '#shared/contract/routes/wait.ts';
import { getContentTable } from '#shared/runtime/content-store.ts';
import { serveStreamed } from '#shared/runtime/pipeline/serve.ts';
import { waitForEvent } from './wait-for-event.ts';

export const handler = serveStreamed(routes, { waitForEvent }, { table: getContentTable });
