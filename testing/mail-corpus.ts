import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A real mail from another project, unchanged. test/corpus/README.md gives the source of each set. */
export interface CorpusMail {
  /** `set/file` */
  readonly name: string;
  readonly raw: Buffer;
}

const ROOT = join(import.meta.dirname, '..', 'test', 'corpus');
const NO_MAIL = new Set(['LICENSE', 'NOTICE', 'COPYING']);

/** All emails of the corpus, in the order of their names. */
export function corpusMails(): CorpusMail[] {
  const sets = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return sets.flatMap(({ name: set }) =>
    readdirSync(join(ROOT, set))
      .filter((file) => !NO_MAIL.has(file))
      .map((file) => ({ name: `${set}/${file}`, raw: readFileSync(join(ROOT, set, file)) })),
  );
}

/** The set of an email with this name. */
export function setOf(name: string): string {
  return name.slice(0, name.indexOf('/'));
}

/** An email as SMTP carries it: each line ends with CR LF, including the last one. See: RFC 5321, section 2.3.8. */
export function withSmtpLines(raw: Buffer): Buffer {
  const lines = raw.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n');
  return Buffer.from(lines.endsWith('\r\n') ? lines : `${lines}\r\n`, 'latin1');
}

/**
 * An email as it is stored: as SMTP carried it, after the trace fields of the receiving server. See: RFC 5321, section
 * 4.4.
 */
export function overSmtp(raw: Buffer): Buffer {
  const trace = 'Return-Path: <sender@example.com>\r\nReceived: from example.com by example.net; now\r\n';
  return Buffer.concat([Buffer.from(trace), withSmtpLines(raw)]);
}
