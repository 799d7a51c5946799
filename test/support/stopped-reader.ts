import { MailReader, type MailReaderOptions } from '#shared/services/mail-reader/mail-reader.ts';
import { type ReaderReport, WHO } from './stuck-emails.ts';

/** A reader with one process, which the machine does not run. */
export interface StoppedReader {
  readonly reader: MailReader;
  readonly pid: number;
  /** Lets the process continue. */
  resume(): void;
}

const STUCK = new URL('./stuck-reader.ts', import.meta.url);

/**
 * Starts the process of a reader, and stops it as a machine does that has no time for it. The options hold from then
 * on, so that they need not be enough for the start.
 */
export async function stoppedReader(options: MailReaderOptions): Promise<StoppedReader> {
  const given: MailReaderOptions = { module: STUCK };
  const reader = new MailReader(given);
  const asked = await reader.readMail(Buffer.from(`From: ada@example.com\r\n\r\n${WHO}`), '');
  const { pid } = JSON.parse(asked.snippet) as ReaderReport;
  process.kill(pid, 'SIGSTOP');
  Object.assign(given, options);
  return { reader, pid, resume: () => process.kill(pid, 'SIGCONT') };
}
