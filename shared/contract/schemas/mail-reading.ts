import { z } from 'zod';
import { TEXT_SOURCES } from '#shared/domain/mail/mail-reading.ts';
import { described } from '#shared/domain/schema/described.ts';

const linkSchema = described(
  'MailLink',
  'A link of a message.',
  z.strictObject({
    id: z.int().min(1),
    text: z.string(),
    url: z.string(),
    host: z.string(),
    warnings: z.array(z.string()),
    confirms: z.boolean().optional(),
  }),
  {
    id: 'Its number, which follows its label in `text`.',
    text: 'Its label, as a person sees it.',
    url: 'Its target, as the sender wrote it.',
    host: 'The host of the target; empty if it has none.',
    warnings: 'What is suspicious about it: `link_text_differs` if its label names a different site.',
    confirms: 'Whether following it confirms something, such as an address, an account or a login.',
  },
);

const quotedSchema = described(
  'QuotedMessage',
  'The message that a message quotes, as the quotation describes it. Nothing proves it.',
  z.strictObject({ from: z.string().nullable(), at: z.string().nullable() }),
  { from: 'Who wrote it.', at: 'When.' },
);

const codeSchema = described(
  'MailCode',
  'A one-time code that a person sees in a message.',
  z.strictObject({
    value: z.string(),
    kind: z
      .enum(['numeric', 'alphanumeric'])
      .meta({ id: 'MailCodeKind', description: 'Whether a code has only digits.' }),
  }),
  { value: 'The code as it is to be entered: digits without what separates them.', kind: null },
);

/** What the reader found out about a text. Absent in what releases up to 0.2.0 stored. See: docs/contract/mail.md. */
export const readingFields = {
  text_source: z
    .enum(TEXT_SOURCES)
    .meta({ id: 'TextSource', description: 'The body that the text of a message is made of.' })
    .optional(),
  links: z.array(linkSchema).optional(),
  quoted: quotedSchema.nullable().optional(),
  is_forward: z.boolean().optional(),
  codes: z.array(codeSchema).optional(),
};

export const readingTexts = {
  text_source: null,
  links: 'The links that a person sees in a received message, in order. Empty for sent mail.',
  quoted: 'The message that it quotes; null if it quotes none, or if that cannot be told.',
  is_forward: 'Whether it forwards another message, so that the text of that one is not a quoted history.',
  codes: 'The one-time codes in a received message, for a sign-in or to verify an address. Empty if none is certain.',
} as const;
