import { BODY_SIZES } from '#shared/domain/limits/limit-messages.ts';
import { MAX_BODY_MEMBERS } from '#shared/domain/limits/limits.ts';
import { OTHER_ERRORS } from './errors.ts';

/** What applies to all operations, in Markdown. */
export const INTRODUCTION = `Identities, mail, tasks and an event log for software agents.

**Requests.** Unknown fields are refused. Text must be well-formed Unicode without NUL; lengths are counted in UTF-16 code units. A body may have at most ${BODY_SIZES.authenticated}, without a key ${BODY_SIZES.open}, and ${BODY_SIZES.mail} to send or submit mail; and at most ${MAX_BODY_MEMBERS} fields and items.

**Replies.** New fields may be added at any time. Null means that there is no value. Lists are newest first. Headers that depend only on the kind of operation are in \`x-aid-headers\`: \`x-request-id\` on every reply; \`ratelimit-*\` on every reply of an operation with a budget (\`x-aid-budget\`, \`organization\` if it is absent), but not on a 401 for a missing key or on a refusal by the gateway; \`x-aid-more\` on a page of a list that ended early; \`idempotency-replayed\` on the stored reply of an operation that takes \`idempotency-key\` (and \`idempotency-ttl\`, if the reply is to be stored for less than 24 hours: seconds, at least 60). Replies without an \`etag\` must not be cached. Replies of 1 KB or more are compressed for callers that send \`accept-encoding: gzip\`.

**Errors.** Check \`error.code\` and respect \`error.retryable\`. The errors that an operation lists only as \`default\`: ${OTHER_ERRORS}. The gateway may refuse any request with 413 or 429, and end a request that takes too long with 500 and \`retry-after\`.

**Client libraries.** \`x-aid-sdk\`: the method and its resource, the field with the rows of a \`page\`, the parameter that names the caller's own \`identity\` (in a path \`me\` unless another is given), and whether it is \`idempotent\`. \`x-aid-errors\`: codes that not every operation has. \`x-aid-pagination\`: pass \`cursor\` (\`created_at\` if absent) of the last of \`items\`, or of the reply where it is a token, as \`parameter\` (\`before\` if absent) to get the next page; where the request has the parameter \`forwards\`, the list is oldest first, and continues with that one. \`x-aid-secret\`: the field of the reply that is returned only once. \`x-aid-wait\`: how long a reply may take, and the parameter that sets it.`;
