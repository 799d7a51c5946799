type AuthCheckResult = 'PASS' | 'FAIL' | 'GRAY' | 'PROCESSING_FAILED';

export interface Verdicts {
  readonly spamVerdict: { readonly status: AuthCheckResult };
  readonly virusVerdict: { readonly status: AuthCheckResult };
  readonly spfVerdict: { readonly status: AuthCheckResult };
  readonly dkimVerdict: { readonly status: AuthCheckResult };
  readonly dmarcVerdict: { readonly status: AuthCheckResult };
}

/** The text by which spam filters are tested (GTUBE). */
const SPAM_TEST = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

/** The text by which virus scanners are tested (EICAR). In two parts, so that no scanner reports this file. */
const VIRUS_TEST = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** How each test text looks in base64 at each of the three alignments, so that an attachment is found as well. */
const MARKS = { spam: inAllEncodings(SPAM_TEST), virus: inAllEncodings(VIRUS_TEST) };

/**
 * The verdicts of SES about an email. A sender cannot be checked on this machine, hence GRAY, which SES returns where
 * there is no policy. The content fails by the two texts that exist for that purpose.
 *
 * Source: SES developer guide, Contents of notifications for email receiving (verdict objects).
 */
export function judge(raw: Buffer): Verdicts {
  const text = raw.toString('latin1');
  const flat = text.replace(/[\r\n]/g, '');
  const found = (marks: readonly string[]) => marks.some((mark) => text.includes(mark) || flat.includes(mark));
  return {
    spamVerdict: { status: found(MARKS.spam) ? 'FAIL' : 'PASS' },
    virusVerdict: { status: found(MARKS.virus) ? 'FAIL' : 'PASS' },
    spfVerdict: { status: 'GRAY' },
    dkimVerdict: { status: 'GRAY' },
    dmarcVerdict: { status: 'GRAY' },
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
