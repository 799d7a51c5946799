import { z } from 'zod';
import { described, explained } from '#shared/domain/schema/described.ts';
import { TAGS } from '../groups.ts';
import type { TextType } from '../route.ts';
import { errorDetailSchema } from './error.ts';

const linkSchema = z.url().meta({ override: { pattern: undefined } });

export const healthSchema = described('Health', 'The service is up.', z.strictObject({ status: z.literal('ok') }), {
  status: 'Always `ok`.',
});

export const unavailableSchema = described(
  'Unavailable',
  'The database does not respond.',
  z.strictObject({ status: z.literal('unavailable'), error: errorDetailSchema }),
  { status: 'Always `unavailable`.', error: null },
);

const links = described(
  'EntryLinks',
  'Links to the next steps.',
  z.strictObject({ openapi: linkSchema, llms: linkSchema, docs: linkSchema, mcp: linkSchema, health: linkSchema }),
  {
    openapi: 'This description. `?format=index` returns one line per operation, `?tag=` the operations of one tag.',
    llms: 'A short guide for language models.',
    docs: 'The documentation and source code.',
    mcp: 'The tools of an agent, by the Model Context Protocol.',
    health: 'Whether the service is up.',
  },
);

export const entryPointSchema = described(
  'EntryPoint',
  'What this service is, and links to the next steps.',
  z.strictObject({ name: z.string(), version: z.string(), links }),
  { name: 'The name of the service.', version: 'Its version.', links: null },
);

/** The possible text responses, by type. */
export const TEXT_SCHEMAS = {
  'text/html': z.string().meta({ id: 'Page', description: 'A page for people.' }),
  'text/plain': z.string().meta({ id: 'Guide', description: 'A guide in Markdown, for language models.' }),
} as const satisfies Record<TextType, z.ZodString>;

const TAG_NAMES = Object.values(TAGS).map(({ name }) => name);

const tagSchema = z
  .enum(TAG_NAMES, `one of ${TAG_NAMES.join(', ')}`)
  .meta({ id: 'DescriptionTag', description: 'A chapter of the description.' });

/** A tag in any case: `mail` is `Mail`. */
const anyCaseTagSchema = z.preprocess(
  (given) => TAG_NAMES.find((name) => name.toLowerCase() === String(given).toLowerCase()) ?? given,
  tagSchema,
);

export const descriptionQuery = explained(
  z.strictObject({ tag: anyCaseTagSchema.optional(), format: z.literal('index', 'index').optional() }),
  {
    tag: 'Only the operations of this tag, and the schemas that they need.',
    format: '`index`: one line per operation, instead of the whole description.',
  },
);

export const descriptionSchema = described(
  'Description',
  'An OpenAPI document, or the index of its operations.',
  z.looseObject({ openapi: z.string() }),
  { openapi: 'The version of OpenAPI.' },
);
