// An agent that takes tasks: asks which year, then hands over an invoice.
//
//   API=http://127.0.0.1:8787 KEY=<agent key> node examples/a2a-worker.mjs
//
// It runs on Node 22.18 and later, which reads the library from its source. In a project of your own, the import is
// `from 'aid-stack'`.
import { Aid } from '../clients/typescript/src/index.ts';

const { API, KEY } = process.env;

console.log('waiting for tasks');
await new Aid({ url: API, key: KEY }).tasks.work(async ({ caller }, { messages: [task], update, ask }) => {
  console.log(`${caller.handle} asks: ${task.parts[0].text}`);
  const year = await ask('Of which year?');
  await update('Looking it up.');
  const invoice = { data: { number: 4711, year: Number(year), total: '12.50' } };
  const artifacts = [{ artifact_id: 'invoice', name: 'Invoice 4711', parts: [invoice] }];
  return { message: 'Here it is.', artifacts };
});
