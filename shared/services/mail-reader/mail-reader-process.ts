import { textsOfHtml } from '#shared/domain/safe-reading/text-part.ts';
import { parseAttachments, parseMail } from '../inbound-mail/parse-mail.ts';
import type { MailJob, ReadingResult } from './reading-job.ts';
import { serveJobs } from './serve-jobs.ts';

/** The process that parses mail. */
serveJobs(read);

async function read(job: MailJob): Promise<ReadingResult[keyof ReadingResult]> {
  if (job.kind === 'mail') return parseMail(job.raw, job.envelopeFrom);
  return job.kind === 'attachments' ? parseAttachments(job.raw) : textsOfHtml(job.html);
}
