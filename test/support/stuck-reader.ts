import { parentPort, threadId } from 'node:worker_threads';
import type { ReaderMessage, ReadingJob } from '#shared/services/mail-reader/reading-job.ts';

/** A text in an email that makes this reader misbehave, which the real one does not do on demand. */
export const LOOP = 'read me for ever';
export const EXHAUST_MEMORY = 'remember all of me';
export const CRASH = 'end with me';
/**
 * Makes the reader write into the snippet which thread read the mail and how much of the environment that thread can
 * see.
 */
export const WHO = 'who reads me';

// Run as a reader thread: the real one, with another listener in front of it.
const port = parentPort;
let asksWho = false;
port?.on('message', (job: ReadingJob) => {
  const text = job.kind === 'html' ? job.html : Buffer.from(job.raw).toString('latin1');
  if (text.includes(LOOP)) for (;;);
  if (text.includes(EXHAUST_MEMORY))
    for (const memory: unknown[] = []; ; ) memory.push(new Array(10_000).fill(memory.length));
  if (text.includes(CRASH)) process.exit(1);
  asksWho = text.includes(WHO);
});
if (port !== null) {
  const post = port.postMessage.bind(port);
  port.postMessage = (message: ReaderMessage, transfer) => {
    const snippet = `thread ${threadId}, ${Object.keys(process.env).length} variables`;
    const isMail = message.type === 'result' && typeof message.result === 'object';
    post(asksWho && isMail ? { ...message, result: { ...Object(message.result), snippet } } : message, transfer);
  };
  await import('#shared/services/mail-reader/mail-reader-thread.ts');
}
