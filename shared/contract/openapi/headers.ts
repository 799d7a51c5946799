import type { Route } from '../route.ts';

interface Header {
  readonly description: string;
  readonly required?: true;
  readonly schema: Readonly<Record<string, unknown>>;
}

const SECONDS = { type: 'integer', minimum: 1 } as const;

/** Headers of replies in the description. */
export const HEADERS = {
  ETag: { description: 'Changes when the reply does.', required: true, schema: { type: 'string' } },
  CacheControl: {
    description: 'How long a cache may keep the reply.',
    required: true,
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before the next attempt.', required: true, schema: SECONDS },
  MayRetryAfter: {
    description: 'Seconds to wait before the next attempt. With a 500 from the gateway.',
    schema: SECONDS,
  },
  ClaimRetryAfter: {
    description: 'Seconds until the claim of another worker ends. Only with `a2a.task_claimed`.',
    schema: SECONDS,
  },
  CallRetryAfter: {
    description: 'Seconds to wait before the next call of a tool, if the result is the error of a rate limit.',
    schema: SECONDS,
  },
  Hint: {
    description: 'What is probably wrong with a request, although it is valid.',
    schema: { type: 'string' },
  },
  DescriptionLinks: {
    description:
      'This description, `/llms.txt`, the index of the operations and the MCP server, as `service-desc`, `service-doc`, ' +
      '`index` and `service`. With 401, and at the entry point.',
    schema: { type: 'string' },
  },
  Challenge: {
    description:
      'How to authenticate, with 401; which scopes a credential lacks, with 403 (RFC 6750). API Gateway renames it to ' +
      '`x-amzn-remapped-www-authenticate`.',
    schema: { type: 'string', pattern: '^Bearer' },
  },
} as const satisfies Record<string, Header>;

const ref = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });

/**
 * The headers of replies by kind of operation: of every one; of one with a rate limit (`x-aid-budget`), unless the
 * reply is a 401 for a missing key; of one that takes `idempotency-key`, where the reply is a stored one. They are
 * described once, because describing each at every reply would be a tenth of the document. They are not components,
 * because no reply refers to them, and linters report unused components.
 *
 * See: docs/contract/conventions.md#response-headers
 */
export const REPLY_HEADERS = {
  every: {
    'x-request-id': {
      description: 'The id of the request. Equals `error.request_id`.',
      required: true,
      schema: { type: 'string' },
    },
  },
  metered: {
    'ratelimit-limit': {
      description: 'Requests allowed in this calendar minute. Not with a 401 for a missing key.',
      schema: { type: 'integer', minimum: 0 },
    },
    'ratelimit-remaining': {
      description: 'Requests left in this minute.',
      schema: { type: 'integer', minimum: 0 },
    },
    'ratelimit-reset': { description: 'Seconds until the minute ends.', schema: SECONDS },
  },
  list: {
    'x-aid-more': {
      description: 'Present on a page that has fewer items than `limit` although there may be more.',
      schema: { type: 'string', const: 'true' },
    },
    'x-aid-more-before': {
      description: 'With `x-aid-more`: the value of `before` for the next page.',
      schema: { type: 'string', format: 'date-time' },
    },
    'x-aid-more-since': {
      description: 'The same for a list in oldest-first order: the value of `since`.',
      schema: { type: 'string', format: 'date-time' },
    },
  },
  idempotent: {
    'idempotency-replayed': {
      description: 'Present on the stored reply of an earlier request with the same idempotency key.',
      schema: { type: 'string', const: 'true' },
    },
  },
} as const satisfies Record<string, Record<string, Header>>;

/** The headers that a reply is described with: only those that `REPLY_HEADERS` does not have. */
export function headersOf(route: Route, status: number | 'default'): Record<string, { $ref: string }> {
  if (typeof status === 'number' && status < 400) {
    return {
      ...(route.cacheSeconds !== undefined && { etag: ref('ETag'), 'cache-control': ref('CacheControl') }),
      ...(route.text === 'text/html' && { link: ref('DescriptionLinks') }),
      ...(route.protocol === 'mcp' && { 'retry-after': ref('CallRetryAfter') }),
      // A wait accepts types that do not exist. See: docs/contract/events.md#wait
      ...(route.countsAsWait === true && { 'x-aid-hint': ref('Hint') }),
    };
  }
  return {
    ...(status === 409 && { 'retry-after': ref('ClaimRetryAfter') }),
    ...(status === 429 && { 'retry-after': ref('RetryAfter') }),
    ...(status === 'default' && {
      'retry-after': ref('MayRetryAfter'),
      'www-authenticate': ref('Challenge'),
      link: ref('DescriptionLinks'),
    }),
  };
}
