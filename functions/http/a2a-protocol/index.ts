import * as routes from '#shared/contract/routes/a2a-protocol.ts';
import { getContentTable } from '#shared/runtime/content-store.ts';
import { serveStreamed } from '#shared/runtime/pipeline/serve.ts';
import { actOnA2aTask } from './act-on-a2a-task.ts';
import { callA2a } from './call-a2a.ts';
import { createA2aPushConfig } from './create-a2a-push-config.ts';
import { deleteA2aPushConfig } from './delete-a2a-push-config.ts';
import { getA2aPushConfig } from './get-a2a-push-config.ts';
import { getA2aTask } from './get-a2a-task.ts';
import { getExtendedA2aCard } from './get-extended-a2a-card.ts';
import { listA2aPushConfigs } from './list-a2a-push-configs.ts';
import { listA2aTasks } from './list-a2a-tasks.ts';
import { sendA2aMessage } from './send-a2a-message.ts';
import { streamA2aMessage } from './stream-a2a-message.ts';

export const handler = serveStreamed(
  routes,
  {
    callA2a,
    sendA2aMessage,
    streamA2aMessage,
    listA2aTasks,
    getA2aTask,
    actOnA2aTask,
    createA2aPushConfig,
    listA2aPushConfigs,
    getA2aPushConfig,
    deleteA2aPushConfig,
    getExtendedA2aCard,
  },
  { table: getContentTable },
);
