import type { BreakingChange } from './breaking-changes.ts';

/**
 * Changes since the last release that oasdiff takes for breaking, and the reason why each breaks no client. An entry is
 * removed when a release has the change. See: docs/releasing.md#what-a-change-of-the-description-may-break.
 */
export const ACCEPTED: readonly (BreakingChange & { readonly reason: string })[] = (
  [
    ['GET', '200', 'contact_rules/items/'],
    ['POST', '201', ''],
  ] as const
).flatMap(([operation, status, at]) => [
  {
    id: 'response-property-became-nullable',
    operation,
    path: '/v1/contact-rules',
    text: `the response property \`${at}match_target\` became nullable for the status \`${status}\``,
    reason: 'Only a rule with `when` has no target, and a client that does not know `when` makes none.',
  },
  {
    id: 'response-property-list-of-types-widened',
    operation,
    path: '/v1/contact-rules',
    text: `response property \`${at}match_type\` list-of-types was widened by adding types \`null\` to media type \`application/json\` of response \`${status}\``,
    reason: 'The same rules have no type of a target.',
  },
]);

/**
 * Error codes that are new since the last release. oasdiff finds them in every response with an error. Each breaks no
 * client: one is returned only to a program that sends more mail to another one than the last release let through, and
 * the others by new operations, or to a request with a new field. An entry is removed when a release has the code.
 */
export const NEW_ERROR_CODES = [
  'a2a.task_claimed',
  'a2a.task_waiting',
  'attachment.no_text',
  'mail.loop_suspected',
  'mail.virus_found',
] as const;

const CHARACTERS = ['[A-Za-z0-9+/]', '[A-Za-z0-9+/_-]'];

/**
 * Regular expressions that the last release wrote in another way, and that match the same texts: groups of four
 * characters of base64. oasdiff takes any other expression for a breaking change. An entry is removed when a release
 * has the new form.
 */
export const REWRITTEN: readonly { readonly before: string; readonly after: string }[] = CHARACTERS.map((one) => ({
  before: `(?:${one}{16})*(?:${one}{4}){0,3}`,
  after: `(?:${one.repeat(4)})*`,
}));
