import PostalMime, { type Address } from 'postal-mime';
import { fieldsOf, type HeaderField, splitMail } from './header-fields.ts';

/** SES leaves out headers beyond this size. */
const MAX_HEADER_BYTES = 10 * 1024;

/** The fields that SES repeats in decoded form; an email has some of them. */
interface CommonHeaders {
  readonly from?: readonly string[];
  readonly date?: string;
  readonly to?: readonly string[];
  readonly cc?: readonly string[];
  readonly replyTo?: readonly string[];
  readonly messageId?: string;
  readonly subject?: string;
}

export interface DescribedHeaders {
  readonly headersTruncated: boolean;
  readonly headers: readonly HeaderField[];
  readonly commonHeaders: CommonHeaders;
}

/**
 * An email's header as the notices of SES repeat it.
 *
 * Source: SES developer guide, Contents of notifications (mail object, commonHeaders).
 */
export async function describeHeaders(raw: Buffer): Promise<DescribedHeaders> {
  const { head } = splitMail(raw);
  const headersTruncated = head.length > MAX_HEADER_BYTES;
  const parsed = await PostalMime.parse(head.subarray(0, MAX_HEADER_BYTES)).catch(() => undefined);
  const common = {
    from: lines(parsed?.from && [parsed.from]),
    date: parsed?.headers.find(({ key }) => key === 'date')?.value,
    to: lines(parsed?.to),
    cc: lines(parsed?.cc),
    replyTo: lines(parsed?.replyTo),
    messageId: parsed?.messageId,
    subject: parsed?.subject,
  };
  return {
    headersTruncated,
    headers: headersTruncated ? [] : fieldsOf(head),
    commonHeaders: Object.fromEntries(Object.entries(common).filter(([, value]) => value !== undefined)),
  };
}

function lines(addresses: readonly Address[] | undefined): readonly string[] | undefined {
  return addresses?.map(({ name, address }) => (name ? `${name} <${address ?? ''}>` : (address ?? '')));
}
