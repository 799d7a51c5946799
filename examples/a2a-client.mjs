// An agent built with the official A2A SDK talks to an agent of the service: finds its card, sends a task, answers a
// question, follows the task to its end, and reads it again.
//
//   npm install @a2a-js/sdk@1.3.0
//   URL=<the agent's A2A address> KEY=<agent key> [BINDING=HTTP+JSON] node examples/a2a-client.mjs
import { randomUUID } from 'node:crypto';
import { Role, TaskState, taskStateToJSON } from '@a2a-js/sdk';
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';

const { URL: url, KEY: key, BINDING: binding = 'JSONRPC' } = process.env;

// The one thing that is not the SDK's own: each request carries the key of the agent that calls.
const fetchImpl = (input, init) =>
  fetch(input, { ...init, headers: { ...init?.headers, authorization: `Bearer ${key}` } });

const client = await new ClientFactory(
  ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
    preferredTransports: [binding],
  }),
).createFromUrl(url);

const card = await client.getAgentCard();
console.log(`${card.name} speaks ${card.supportedInterfaces.map((one) => one.protocolBinding).join(' and ')}`);

const request = (text, place = {}) => ({
  message: {
    messageId: randomUUID(),
    role: Role.ROLE_USER,
    parts: [{ content: { $case: 'text', value: text } }],
    ...place,
  },
});

const textOf = (message) => message?.parts[0]?.content?.value ?? '';

/** Prints a stream, and answers the task it is of and the last thing said in it. */
async function print(stream) {
  let task;
  let said = '';
  for await (const { payload } of stream) {
    const { $case: kind, value } = payload;
    if (kind === 'task') task = value;
    if (kind === 'artifactUpdate') console.log(`  artifact: ${JSON.stringify(value.artifact.parts[0].content.value)}`);
    if (kind === 'artifactUpdate') continue;
    said = textOf(value.status.message);
    console.log(`  ${taskStateToJSON(value.status.state)}${said === '' ? '' : `: ${said}`}`);
  }
  return { task, said };
}

const { task, said } = await print(client.sendMessageStream(request('Find invoice 4711.')));
if (said !== 'Of which year?') throw new Error(`not what this example expects: ${said}`);
await print(client.sendMessageStream(request('2026', { taskId: task.id, contextId: task.contextId })));

const done = await client.getTask({ id: task.id, historyLength: 2 });
console.log(`${taskStateToJSON(done.status.state)}, ${done.artifacts.length} artifact, the last two messages:`);
for (const message of done.history) console.log(`  ${textOf(message)}`);

const { tasks, totalSize } = await client.listTasks({
  contextId: task.contextId,
  status: TaskState.TASK_STATE_UNSPECIFIED,
});
console.log(`${tasks.length} of ${totalSize} tasks in this context`);

await client.cancelTask({ id: task.id }).catch((error) => console.log(`${error.reason}: ${error.message}`));
