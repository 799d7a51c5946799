/**
 * The header fields that a client may add to an email: `X-` fields and those of mailing lists. The service writes all
 * others, and `X-SES-` fields would control SES (configuration set, tags, source).
 *
 * See: docs/contract/mail.md#sending-mail; RFC 2369, RFC 2919, RFC 8058; AWS SES header fields.
 */
const LIST_FIELDS: ReadonlySet<string> = new Set([
  'list-archive',
  'list-help',
  'list-id',
  'list-owner',
  'list-post',
  'list-subscribe',
  'list-unsubscribe',
  'list-unsubscribe-post',
]);

const OWN_FIELD = /^x-[a-z0-9-]{1,74}$/i;
const RESERVED = /^x-(?:ses|amz|amzn|aid)(?:-|$)/i;

const anyCase = (name: string) => name.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);

/**
 * The names that `headerNameProblem` accepts, for the description: JSON Schema has no flag for upper and lower case.
 */
export const HEADER_NAMES = {
  pattern: `^(?:[Xx]-[A-Za-z0-9-]{1,74}|${[...LIST_FIELDS].map(anyCase).join('|')})$`,
  not: { pattern: `^[Xx]-(?:${['ses', 'amz', 'amzn', 'aid'].map(anyCase).join('|')})(?:-|$)` },
};

/** Returns what is wrong with a field name, as a text for people, or `undefined` if the field may be added. */
export function headerNameProblem(name: string): string | undefined {
  if (LIST_FIELDS.has(name.toLowerCase())) return undefined;
  if (!OWN_FIELD.test(name)) return 'only X- and List- header fields';
  return RESERVED.test(name) ? 'not a field of the service or its provider' : undefined;
}
