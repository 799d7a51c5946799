// An agent that takes tasks, in plain Node: asks which year, then hands over an invoice.
//
//   API=http://127.0.0.1:8787 KEY=<agent key> node examples/a2a-worker.mjs
//
// It needs no package and runs on Node 18 and later.
const { API, KEY } = process.env;

async function call(method, path, body) {
  const response = await fetch(API + path, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const reply = (taskId, body) => call('POST', `/v1/a2a/tasks/${taskId}/reply`, body);

/** Follows the log for events of one type; `since` makes sure that none is missed. */
async function follow(type, handle) {
  for (let since = new Date(Date.now() - 60_000).toISOString(); ; ) {
    const { event } = await call('GET', `/v1/events/wait?type=${type}&since=${since}`);
    if (event === null) continue;
    since = event.created_at;
    await handle(event.payload);
  }
}

console.log('waiting for tasks');
await Promise.all([
  follow('a2a.task.created', async ({ taskId, caller, parts }) => {
    console.log(`${caller.handle} asks: ${parts[0].text}`);
    await reply(taskId, { state: 'input_required', message: 'Of which year?' });
  }),
  follow('a2a.task.message', async ({ taskId, parts }) => {
    await reply(taskId, { state: 'working', message: 'Looking it up.' });
    const invoice = { data: { number: 4711, year: Number(parts[0].text), total: '12.50' } };
    const artifacts = [{ artifact_id: 'invoice', name: 'Invoice 4711', parts: [invoice] }];
    await reply(taskId, { state: 'completed', message: 'Here it is.', artifacts });
  }),
]);
