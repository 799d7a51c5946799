import { parentPort } from 'node:worker_threads';
import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import { parseAttachments, parseMail } from '../inbound-mail/parse-mail.ts';
import type { ReaderMessage, ReadingJob, ReadingResult } from './reading-job.ts';

/**
 * The worker thread that parses mail. Content from strangers is parsed only here. The thread has no environment
 * variables, no clients and no secrets, and is terminated if an email takes too long.
 */
const port = parentPort;
if (port === null) throw new Error('this module runs in a worker thread');

port.on('message', (job: ReadingJob) => {
  read(job).then(
    (result) => port.postMessage({ type: 'result', result } satisfies ReaderMessage, buffersOf(result)),
    (error) => port.postMessage({ type: 'failure', reason: String(error) } satisfies ReaderMessage),
  );
});
port.postMessage({ type: 'ready' } satisfies ReaderMessage);

async function read(job: ReadingJob): Promise<ReadingResult[keyof ReadingResult]> {
  if (job.kind === 'mail') return parseMail(job.raw, job.envelopeFrom);
  return job.kind === 'attachments' ? parseAttachments(job.raw) : textOfHtml(job.html);
}

/** The buffers of attachments, which are transferred and not copied. Some buffers contain more than one file. */
function buffersOf(result: ReadingResult[keyof ReadingResult]): ArrayBuffer[] {
  if (!Array.isArray(result)) return [];
  const whole = result.filter(({ byteLength, buffer }) => byteLength === buffer.byteLength);
  return [...new Set(whole.map(({ buffer }) => buffer as ArrayBuffer))];
}
