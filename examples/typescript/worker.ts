import { Aid } from 'aid-stack';

// Running handlers finish; a task that was not taken is for the next worker.
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());

await new Aid().tasks.work(
  async (_task, { messages: [request], update, ask }) => {
    await update('Reading.');
    const year = await ask('Of which year?');
    return `A summary of ${request?.parts[0]?.text} in ${year}.`;
  },
  { concurrency: 4, signal: stopping.signal },
);
