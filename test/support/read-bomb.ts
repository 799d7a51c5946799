import { readFileSync } from 'node:fs';
import { parseMail } from '../../shared/services/inbound-mail/parse-mail.ts';

/** What reading one bomb cost a process that did nothing else. */
export interface BombReport {
  readonly problem: string | null;
  readonly subject: string;
  /** Megabytes by which the process grew beyond what it held, the mail included, before it read it. */
  readonly grownMb: number;
  /** Bytes of what is kept of it. */
  readonly rowBytes: number;
  readonly contentBytes: number;
  readonly files: number;
  readonly fileBytes: number;
}

// Run as `node test/support/read-bomb.ts <file>`: a process of its own, whose memory tells what the reading took.
const raw = readFileSync(process.argv[2] ?? '');
const before = process.resourceUsage().maxRSS;
const { content, files, ...row } = await parseMail(raw, 'envelope@example.com');
const report: BombReport = {
  problem: row.problem,
  subject: row.subject,
  grownMb: (process.resourceUsage().maxRSS - before) / 1024,
  rowBytes: Buffer.byteLength(JSON.stringify(row)),
  contentBytes: Buffer.byteLength(JSON.stringify(content)),
  files: files.length,
  fileBytes: files.reduce((sum, { byteLength }) => sum + byteLength, 0),
};
process.stdout.write(JSON.stringify(report));
