import type { ReaderMessage, ReadingJob } from '../mail-reader/reading-job.ts';
import { readFile } from './read-file.ts';

/**
 * The process that reads files from strangers, with libraries that the reader of mail does not need. It is confined as
 * that one is: no environment variables, no clients, no secrets, its own modules only.
 *
 * See: docs/decisions/0014-reading-mail.md.
 */
process.on('message', (job: Extract<ReadingJob, { kind: 'file' }>) => {
  readFile(job.bytes, job.as).then((result) => send({ type: 'result', result }), fail);
});
process.on('uncaughtException', fail);
send({ type: 'ready' });

function fail(error: unknown): void {
  send({ type: 'failure', reason: String(error) });
}

function send(message: ReaderMessage): void {
  if (process.send === undefined) throw new Error('this module runs in a process with a channel to its parent');
  process.send(message);
}
