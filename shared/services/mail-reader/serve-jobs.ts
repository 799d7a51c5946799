import type { ReaderMessage, ReadingJob, ReadingResult } from './reading-job.ts';

/**
 * Serves the jobs of a reader process. Content from strangers is parsed only there. The process has no environment
 * variables, no clients and no secrets, and may read its own modules only. Its parent ends it after a failure and when
 * a job takes too long. When the parent ends, the channel between them closes, and nothing else keeps the process
 * alive.
 *
 * See: docs/decisions/0014-reading-mail.md.
 */
export function serveJobs<J extends ReadingJob>(read: (job: J) => Promise<ReadingResult[keyof ReadingResult]>): void {
  process.on('message', (job: J) => {
    read(job).then((result) => send({ type: 'result', result }), fail);
  });
  // What a parser throws outside of its call concerns the content that is being read, and its text may quote it.
  process.on('uncaughtException', fail);
  send({ type: 'ready' });
}

function fail(error: unknown): void {
  send({ type: 'failure', reason: String(error) });
}

function send(message: ReaderMessage): void {
  if (process.send === undefined) throw new Error('this module runs in a process with a channel to its parent');
  // Without its parent no one reads the message. Without a callback its failure would be an uncaught exception, which
  // is sent too, and so on without an end.
  process.send(message, (error: Error | null) => {
    if (error !== null) process.exit(1);
  });
}
