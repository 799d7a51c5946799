import type { z } from 'zod';
import type { RowDescription } from '#scripts/data-model/row-description.ts';
import type { Key } from '#shared/data/table-client.ts';

/** What a release declares about what it stores, from its own files. */
export interface Declared {
  readonly ROWS: Readonly<Record<string, readonly RowDescription[]>>;
  readonly PREFIX: Readonly<Record<string, string>>;
  readonly JOB_SCHEMAS: Readonly<Record<string, z.ZodType>>;
}

/**
 * Kinds that nothing of a state on one machine has for sure. Two are written on AWS only: by the ops commands, and by
 * the guard of the layout. The rows of a search index come and go minutes after an email, and releases up to 0.3.0 read
 * none of them. See: test/data/migrations.test.ts; test/data/layout-guard.test.ts; test/data/search-index.test.ts.
 */
const ELSEWHERE = ['migration', 'layout', 'searchIndex'];

/** The declared kinds of rows of which there is none: `task: message of a task (message id)`. */
export function missingRows(rows: readonly Key[], { ROWS, PREFIX }: Declared): string[] {
  return Object.entries(ROWS).flatMap(([kind, descriptions]) => {
    if (ELSEWHERE.includes(kind)) return [];
    const prefix = PREFIX[kind] ?? kind;
    const forms = descriptions.flatMap(formsOf);
    const found = rows
      .filter(({ pk }) => pk.startsWith(prefix))
      .flatMap(({ pk, sk }) => closest(forms, pk.slice(prefix.length), sk));
    return forms.filter((form) => !found.includes(form)).map(({ text }) => `${kind}: ${text}`);
  });
}

/** The descriptions of a row by the form of its key, or else those of its kind. */
export function descriptionsOf({ pk, sk }: Key, { ROWS, PREFIX }: Omit<Declared, 'JOB_SCHEMAS'>): RowDescription[] {
  const [kind = '', descriptions = []] =
    Object.entries(ROWS).find(([name]) => pk.startsWith(PREFIX[name] ?? name)) ?? [];
  const rest = pk.slice((PREFIX[kind] ?? kind).length);
  const texts = closest(descriptions.flatMap(formsOf), rest, sk).map(({ text }) => text);
  const found = descriptions.filter((description) => formsOf(description).some(({ text }) => texts.includes(text)));
  return found.length > 0 ? found : [...descriptions];
}

/** A form of the key of a row. */
interface Form {
  readonly pk: RegExp;
  readonly sk: RegExp;
  readonly text: string;
  /** How many characters of the key the form spells out. */
  readonly literal: number;
}

/** The forms that a row has. `UNLOCK#WITHHELD` is no `UNLOCK#<mark>` where both are declared. */
function closest(forms: readonly Form[], pk: string, sk: string): Form[] {
  const matching = forms.filter((form) => form.pk.test(pk) && form.sk.test(sk));
  const most = Math.max(...matching.map(({ literal }) => literal));
  return matching.filter(({ literal }) => literal === most);
}

/** Each partition key of a description with each sort key: `OWNER` or `CLAIM`; `STEP#` and something; anything. */
function formsOf({ row, pk, sk }: RowDescription): Form[] {
  const partitions = pk.split(/, (?![^<]*>)/).map((one) => patternOf(one.replaceAll(/`(\w+)`(?![^<]*>)/g, '$1')));
  const sorts = sk.split(/; |(?<=`), (?=`)/).map(sortPatternOf);
  return partitions.flatMap((partition) =>
    sorts.map((sort) => ({
      pk: new RegExp(`^${partition.pattern}$`, 's'),
      sk: new RegExp(`^${sort.pattern}$`, 's'),
      text: `${row} (${pk}, ${sort.text})`,
      literal: partition.literal + sort.literal,
    })),
  );
}

interface Pattern {
  readonly pattern: string;
  readonly literal: number;
}

/** A sort key in backquotes is spelled out, to the end or up to a number sign. One in words stands for any. */
function sortPatternOf(text: string): Pattern & { readonly text: string } {
  const [, spelled] = /^`([^`]*)`/.exec(text) ?? [];
  if (spelled === undefined) {
    const prefix = ID_PREFIX[text] ?? '';
    return { pattern: `${prefix}.+`, literal: prefix.length, text };
  }
  const { pattern, literal } = patternOf(spelled);
  return { pattern: `${pattern}${/[#_]$/.test(spelled) ? '.*' : ''}`, literal, text };
}

/** How the ids begin that descriptions name. */
const ID_PREFIX: Readonly<Record<string, string>> = {
  'message id': 'msg_',
  'thread id': 'thr_',
  'task id': 'tsk_',
  'org id': 'org_',
  '<org>': 'org_',
  '<identity>': 'agt_',
};

/** A text with `<names>`, each of which stands for any text without a number sign, or for an id. */
function patternOf(text: string): Pattern {
  const parts = text.split(/(<[^>]*>)/).map((part) => {
    if (!part.startsWith('<')) return { pattern: part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), literal: part.length };
    const prefix = ID_PREFIX[part] ?? '';
    return { pattern: part === '<subject>' ? '.+' : `${prefix}[^#]+`, literal: prefix.length };
  });
  return {
    pattern: parts.map(({ pattern }) => pattern).join(''),
    literal: parts.reduce((sum, { literal }) => sum + literal, 0),
  };
}

/** What release 0.2.0 called the jobs of the queues that it named otherwise. */
const NAMES_OF_0_2_0: Readonly<Record<string, string>> = {
  mail: 'outbound-mail',
  domain: 'domain-checks',
  inboundMail: 'inbound-mail',
  stream: 'event-streams',
  mailStatus: 'mail-status',
  relayFailure: 'relay-failures',
};

/** The kinds of jobs, and their variants, that no message has. */
export function missingJobs(messages: readonly { queue: string; body: string }[], { JOB_SCHEMAS }: Declared): string[] {
  return Object.entries(JOB_SCHEMAS).flatMap(([job, schema]) => {
    const name = `-${NAMES_OF_0_2_0[job] ?? job}`;
    const variants = 'options' in schema ? (schema.options as z.ZodType[]) : [schema];
    const bodies = messages.filter(({ queue }) => queue.endsWith(name)).map(({ body }) => JSON.parse(body));
    return variants.flatMap((variant, at) =>
      bodies.some((body) => variant.safeParse(body).success) ? [] : [`${job}, variant ${at + 1} of ${variants.length}`],
    );
  });
}
