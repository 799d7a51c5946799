import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import { parseAttachments, parseMail } from '../inbound-mail/parse-mail.ts';
import type { MailJob, ReaderMessage, ReadingResult } from './reading-job.ts';

/**
 * The process that parses mail. Content from strangers is parsed only here. The process has no environment variables,
 * no clients and no secrets, and may read its own modules only. Its parent ends it after a failure and when an email
 * takes too long. When the parent ends, the channel between them closes, and nothing else keeps this process alive.
 */
process.on('message', (job: MailJob) => {
  read(job).then((result) => send({ type: 'result', result }), fail);
});
// What a parser throws outside of its call concerns the email that is being read, and its text may quote that email.
process.on('uncaughtException', fail);
send({ type: 'ready' });

async function read(job: MailJob): Promise<ReadingResult[keyof ReadingResult]> {
  if (job.kind === 'mail') return parseMail(job.raw, job.envelopeFrom);
  return job.kind === 'attachments' ? parseAttachments(job.raw) : textOfHtml(job.html);
}

function fail(error: unknown): void {
  send({ type: 'failure', reason: String(error) });
}

function send(message: ReaderMessage): void {
  if (process.send === undefined) throw new Error('this module runs in a process with a channel to its parent');
  process.send(message);
}
