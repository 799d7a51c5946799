import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { corpusMails } from '#testing/mail-corpus.ts';
import { newsletter } from '#testing/ordinary-mail/newsletter.ts';
import { type BenchmarkRun, within } from './support/measurement.ts';

const ROUNDS = 5;
const NEWSLETTERS = 150;
/** What reading took before it left out what no person sees, in milliseconds of processor time. */
const BEFORE = { corpus: 0.35, newsletter: 0.55 };
/** 15 percent of the processor time of all work for a received email, which is 21.7 ms. */
const MAX_GROWTH = 3.25;

/** The processor time of reading an email, of the parts of the service the one that depends most on what it says. */
export const reading: BenchmarkRun = async (say) => {
  const newsletters = Array.from({ length: NEWSLETTERS }, (_, index) => rawNewsletter(newsletter(index).html));
  const sets = { corpus: corpusMails().map(({ raw }) => raw), newsletter: newsletters };
  const figures = [];
  for (const [name, before] of Object.entries(BEFORE)) {
    const mails = sets[name as keyof typeof BEFORE];
    say(`${mails.length} emails: ${name}`);
    const milliseconds = await medianTime(mails);
    figures.push(within(`processor time of reading an email: ${name}`, milliseconds, before + MAX_GROWTH, 'ms', 2));
  }
  return figures;
};

/** The milliseconds for one of the emails: the median over rounds. */
async function medianTime(mails: readonly Buffer[]): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = process.cpuUsage();
    for (const raw of mails) await parseMail(raw, 'envelope@example.com');
    const { user, system } = process.cpuUsage(before);
    // The first one also compiles the code.
    if (round > 0) rounds.push((user + system) / 1000 / mails.length);
  }
  return rounds.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] as number;
}

function rawNewsletter(html: string): Buffer {
  const header = ['From: a@example.com', 'To: b@example.com', 'Subject: News', 'MIME-Version: 1.0'];
  return Buffer.from(`${header.join('\r\n')}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`);
}
