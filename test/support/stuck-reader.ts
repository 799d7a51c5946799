import type { MailJob, ReaderMessage } from '#shared/services/mail-reader/reading-job.ts';
import { ABORT, CRASH, EXHAUST_MEMORY, FILL_MEMORY, LOOP, type ReaderReport, THROW, WHO } from './stuck-emails.ts';

function report(): string {
  const { pid, env, permission, ppid } = process;
  const refused = [
    ['fs.read', `/proc/${ppid}/environ`],
    ['fs.read', '/etc/hosts'],
    ['fs.write'],
    ['child'],
    ['worker'],
  ];
  const allowed = refused.filter(([scope, reference]) => permission.has(String(scope), reference));
  return JSON.stringify({ pid, variables: Object.keys(env), allowed: allowed.map(String) } satisfies ReaderReport);
}

/** More than a function with 512 MB gives to its readers. */
const FILLED_BYTES = 300 * 1024 * 1024;

function fillMemory(): never {
  const bytes = Buffer.alloc(FILLED_BYTES, 1);
  // In bytes of a real email the system would need some time as well to find memory for others.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  process.kill(process.pid, 'SIGKILL');
  throw new Error(`still alive with ${bytes.length} bytes`);
}

// The real reader process, with another listener in front of it.
let asksWho = false;
process.on('message', (job: MailJob) => {
  const text = job.kind === 'html' ? job.html : Buffer.from(job.raw).toString('latin1');
  if (text.includes(LOOP)) for (;;);
  if (text.includes(EXHAUST_MEMORY))
    for (const memory: unknown[] = []; ; ) memory.push(new Array(10_000).fill(memory.length));
  if (text.includes(FILL_MEMORY)) fillMemory();
  if (text.includes(CRASH)) process.exit(1);
  if (text.includes(ABORT)) process.abort();
  if (text.includes(THROW)) throw new TypeError('thrown outside of a call');
  asksWho = text.includes(WHO);
});
const send = process.send?.bind(process);
process.send = (message: ReaderMessage) => {
  const isMail = message.type === 'result' && typeof message.result === 'object';
  return (
    send?.(asksWho && isMail ? { ...message, result: { ...Object(message.result), snippet: report() } } : message) ??
    false
  );
};
await import('#shared/services/mail-reader/mail-reader-process.ts');
