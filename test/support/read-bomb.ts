import { readFileSync } from 'node:fs';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { MentionsOfMail } from '#shared/services/vouching/mentions-of-mail.ts';

/** What reading one bomb cost a process that did nothing else. */
export interface BombReport {
  readonly problem: string | null;
  readonly subject: string;
  /** Megabytes by which the process grew while it read the mail, in addition to the mail itself. */
  readonly grownMb: number;
  /** Bytes of the stored result. */
  readonly rowBytes: number;
  /** How many rows record what it mentions, and the bytes of what is written to them. */
  readonly mentionRows: number;
  readonly mentionBytes: number;
  readonly contentBytes: number;
  readonly files: number;
  readonly fileBytes: number;
}

// Run as `node test/support/read-bomb.ts <file>`: in a separate process, the memory is that of the reading alone.
const raw = readFileSync(process.argv[2] ?? '');
const before = process.resourceUsage().maxRSS;
const { content, mentions, ...row } = await parseMail(raw, 'envelope@example.com');
const grownMb = (process.resourceUsage().maxRSS - before) / 1024;
const recorded = new MentionsOfMail('agt_bombed', mentions, undefined, []).changes(() => undefined, {
  messageId: 'msg_bomb',
  vouched: 'nothing',
  now: 0,
});
const report: BombReport = {
  problem: row.problem,
  subject: row.subject,
  grownMb,
  rowBytes: Buffer.byteLength(JSON.stringify(row)),
  mentionRows: recorded.length,
  mentionBytes: Buffer.byteLength(JSON.stringify(recorded, (_, value) => (value instanceof Set ? [...value] : value))),
  contentBytes: Buffer.byteLength(JSON.stringify(content)),
  files: row.attachments.length,
  fileBytes: row.attachments.reduce((sum, { size }) => sum + size, 0),
};
process.stdout.write(JSON.stringify(report));
