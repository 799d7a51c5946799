import { z } from 'zod';
import {
  isMailAddress,
  type MailAddress,
  NEEDS_SMTPUTF8,
  needsSmtpUtf8,
  parseMailbox,
  withAsciiDomain,
} from '#shared/domain/mail/address.ts';
import { described } from '#shared/domain/schema/described.ts';
import { lineSchema } from './line.ts';

/** The recipients of a message to send, in to, cc and bcc together. See: docs/contract/mail.md#sending-mail. */
export const MAX_OUTGOING_RECIPIENTS = 50;

const nameSchema = lineSchema(200);
const addressText = lineSchema(500);

/**
 * The format of an address, for the description: a dot-atom, `@` and a domain, which may be international. The service
 * also checks the length of the local part, and the labels of the domain.
 */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const ADDRESS_FORM = `${ATOM}(?:\\.${ATOM})*@[^\\x00-\\x20\\x7f<>@]+`;

/** A bare address, or a name and an address in angle brackets. Surrounding blanks are ignored. */
const BLANKS = '[^\\x00-\\x1f\\x21-\\x7f]*';
const MAILBOX_FORM = `^(?:[^\\x00-\\x1f\\x7f<>]*<)?${BLANKS}${ADDRESS_FORM}${BLANKS}>?${BLANKS}$`;

const RECIPIENT = 'an email address (a string), or {address, name?}';

/** One recipient as an object. */
const namedRecipientSchema = described(
  'NewMailAddress',
  'An address with a name.',
  z.strictObject({
    address: addressText.meta({ override: { pattern: `^${ADDRESS_FORM}$` } }),
    name: nameSchema.nullish(),
  }),
  { address: 'The bare address (RFC 5321).', name: 'The name to display with it.' },
);

const recipientSchema = z
  .union([addressText.meta({ override: { pattern: MAILBOX_FORM } }), namedRecipientSchema], RECIPIENT)
  .transform((given, context): MailAddress => {
    const mailbox = typeof given === 'string' ? parseMailbox(given) : { ...given, name: given.name || null };
    const address = withAsciiDomain(mailbox.address);
    if (!isMailAddress(address)) {
      const message = needsSmtpUtf8(mailbox.address) ? NEEDS_SMTPUTF8 : 'an email address (RFC 5321)';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    return { ...mailbox, address };
  })
  .meta({ id: 'Recipient', description: 'An address, `Name <address>`, or an object with both.' });

// Not a refinement, so that a list that is too long is refused before its items are validated.
const recipientListSchema = z
  .array(recipientSchema)
  .max(MAX_OUTGOING_RECIPIENTS, `at most ${MAX_OUTGOING_RECIPIENTS} recipients`);

/** One recipient or several. Both are accepted; the message stores a list. */
export const recipientsSchema = z
  .preprocess((given) => (Array.isArray(given) || given === undefined ? given : [given]), recipientListSchema)
  .meta({
    id: 'Recipients',
    description: 'One recipient or a list of them.',
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      const { id, description, ...list } = jsonSchema;
      for (const keyword of Object.keys(list)) delete jsonSchema[keyword];
      jsonSchema.anyOf = [{ $ref: '#/components/schemas/Recipient' }, list];
    },
  });
