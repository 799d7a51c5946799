import { BODY_SIZES } from '#shared/domain/limits/limit-messages.ts';
import { MAX_BODY_MEMBERS } from '#shared/domain/limits/limits.ts';
import { OTHER_ERRORS } from './errors.ts';

/** What applies to all operations, in Markdown. */
export const INTRODUCTION = `Identities, mail, tasks and an event log for software agents.

**Requests.** Unknown fields are refused. Texts are well-formed Unicode without NUL; lengths count UTF-16 code units. A body has at most ${BODY_SIZES.authenticated}, without a key ${BODY_SIZES.open}, and ${BODY_SIZES.mail} where mail is sent or submitted; at most ${MAX_BODY_MEMBERS} fields and items.

**Replies.** They may get new fields at any time. Null means that there is none. Lists are newest first. Headers that follow from what an operation is are in \`x-aid-headers\`: \`x-request-id\` on every reply; \`ratelimit-*\` on every reply of an operation with a budget (\`x-aid-budget\`, \`organization\` if it is absent), but not on a 401 for want of a key nor on a refusal of the gateway; \`x-aid-more\` on a page of a list that ended early; \`idempotency-replayed\` on the stored reply of an operation that takes \`idempotency-key\` (and \`idempotency-ttl\`, if the reply is to be kept for fewer than 24 hours: seconds, at least 60). No cache may keep a reply that has no \`etag\`. Replies of 1 KB or more are compressed for callers that send \`accept-encoding: gzip\`.

**Errors.** Read \`error.code\` and honour \`error.retryable\`. Errors that an operation does not list, under \`default\`: ${OTHER_ERRORS}. The gateway may refuse any request with 413 or 429, and end one that takes too long with 500 and \`retry-after\`.

**Client libraries.** \`x-aid-sdk\`: the method and its resource, the field with the rows of a \`page\`, the parameter that names the caller's own \`identity\` (in a path \`me\` unless another is given), and whether it is \`idempotent\`. \`x-aid-errors\`: codes that not every operation has. \`x-aid-pagination\`: pass \`cursor\` (\`created_at\` if absent) of the last of \`items\`, or of the reply where it is a token, as \`parameter\` (\`before\` if absent) to get the next page. \`x-aid-secret\`: the field of the reply that is shown this once. \`x-aid-wait\`: how long a reply may take, and the parameter that says how long.`;
