import * as routes from '#shared/contract/routes/streams.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { createStream } from './create-stream.ts';
import { deleteStream } from './delete-stream.ts';
import { listStreams } from './list-streams.ts';

export const handler = serve(routes, { createStream, listStreams, deleteStream });
