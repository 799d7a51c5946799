import { fieldsOf, splitMail } from './header-fields.ts';

type AuthCheckResult = 'PASS' | 'FAIL' | 'GRAY' | 'PROCESSING_FAILED';

export interface Verdicts {
  readonly spamVerdict: { readonly status: AuthCheckResult };
  readonly virusVerdict: { readonly status: AuthCheckResult };
  readonly spfVerdict: { readonly status: AuthCheckResult };
  readonly dkimVerdict: { readonly status: AuthCheckResult };
  readonly dmarcVerdict: { readonly status: AuthCheckResult };
}

/** The text that tests spam filters (GTUBE). */
const SPAM_TEST = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

/** The text that tests virus scanners (EICAR). In two parts, so that no scanner reports this file. */
const VIRUS_TEST = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** How each test text looks in base64 at each of the three alignments, so that an attachment is found as well. */
const MARKS = { spam: inAllEncodings(SPAM_TEST), virus: inAllEncodings(VIRUS_TEST) };

/** The header in which an email carries its verdicts. Only the local profile reads it. */
const VERDICTS_HEADER = 'x-local-verdicts';

const CHECKS: ReadonlySet<string> = new Set(['spf', 'dkim', 'dmarc', 'spam', 'virus']);
const RESULTS: ReadonlyMap<string, AuthCheckResult> = new Map([
  ['pass', 'PASS'],
  ['fail', 'FAIL'],
  ['gray', 'GRAY'],
]);
const EXPECTED = 'expected spf, dkim, dmarc, spam, virus, each with =pass, =fail or =gray';

type GivenVerdicts = ReadonlyMap<string, AuthCheckResult>;

/** The verdicts that an email carries, or what is wrong with its header. */
function givenVerdicts(raw: Buffer): GivenVerdicts | { problem: string } {
  const field = fieldsOf(splitMail(raw).head).find(({ name }) => name.toLowerCase() === VERDICTS_HEADER);
  const items = field?.value.toLowerCase().split(/[\s,;]+/) ?? [];
  const pairs = items.filter((item) => item !== '').map((item) => /^(\w+)=(\w+)$/.exec(item) ?? []);
  const given = new Map(pairs.map(([, check = '', result = '']) => [check, RESULTS.get(result)]));
  const isKnown = (pair: [string, AuthCheckResult | undefined]): pair is [string, AuthCheckResult] =>
    CHECKS.has(pair[0]) && pair[1] !== undefined;
  const known = [...given].filter(isKnown);
  return known.length === given.size ? new Map(known) : { problem: `${VERDICTS_HEADER}: ${EXPECTED}` };
}

/** What is wrong with the verdicts that an email carries; `undefined` if nothing is. */
export function verdictsProblem(raw: Buffer): string | undefined {
  const given = givenVerdicts(raw);
  return 'problem' in given ? given.problem : undefined;
}

/**
 * The verdicts of SES about an email: those that it carries in the header `x-local-verdicts`. Otherwise the sender is
 * GRAY, because it cannot be checked on this machine; SES returns that where there is no policy. The content fails the
 * checks if it has one of the two texts that exist for that purpose.
 *
 * Source: SES developer guide, Contents of notifications for email receiving (verdict objects).
 */
export function judge(raw: Buffer): Verdicts {
  const text = raw.toString('latin1');
  const flat = text.replace(/[\r\n]/g, '');
  const found = (marks: readonly string[]) => marks.some((mark) => text.includes(mark) || flat.includes(mark));
  const brought = givenVerdicts(raw);
  const given: GivenVerdicts = 'problem' in brought ? new Map() : brought;
  return {
    spamVerdict: { status: given.get('spam') ?? (found(MARKS.spam) ? 'FAIL' : 'PASS') },
    virusVerdict: { status: given.get('virus') ?? (found(MARKS.virus) ? 'FAIL' : 'PASS') },
    spfVerdict: { status: given.get('spf') ?? 'GRAY' },
    dkimVerdict: { status: given.get('dkim') ?? 'GRAY' },
    dmarcVerdict: { status: given.get('dmarc') ?? 'GRAY' },
  };
}

function inAllEncodings(text: string): readonly string[] {
  const aligned = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from('\0'.repeat(shift) + text).toString('base64');
    // Characters that depend on neighbouring bytes are cut off at both ends.
    return encoded.slice(shift === 0 ? 0 : 4, encoded.length - 4);
  });
  return [text, ...aligned];
}
