import type { Route } from '../route.ts';

interface Header {
  readonly description: string;
  readonly required?: true;
  readonly schema: Readonly<Record<string, unknown>>;
}

const SECONDS = { type: 'integer', minimum: 1 } as const;

/** Headers of replies that say something about the call. Those that every reply has alike are in the introduction. */
export const HEADERS = {
  RequestId: {
    description: 'The id of the request. Equals `error.request_id`.',
    required: true,
    schema: { type: 'string' },
  },
  Limit: {
    description: 'Requests allowed in this calendar minute. Not with a 401 for want of a key.',
    schema: { type: 'integer', minimum: 0 },
  },
  Remaining: { description: 'Requests left in this minute.', schema: { type: 'integer', minimum: 0 } },
  Reset: { description: 'Seconds until the minute ends.', schema: SECONDS },
  ETag: { description: 'Changes when the reply does.', required: true, schema: { type: 'string' } },
  CacheControl: {
    description: 'How long a cache may keep the reply.',
    required: true,
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before the next try.', required: true, schema: SECONDS },
  MayRetryAfter: {
    description: 'Seconds to wait before the next try. With a 500 of the gateway.',
    schema: SECONDS,
  },
  Challenge: { description: 'How to authenticate. With 401.', schema: { type: 'string', const: 'Bearer' } },
} as const satisfies Record<string, Header>;

const ref = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });

/** No component, since no reply refers to it: linters take one that nothing uses for a mistake. */
const REPLAYED = {
  description: 'Present on the stored reply of an earlier request with the same idempotency key.',
  schema: { type: 'string', const: 'true' },
} as const satisfies Header;

/** Headers that follow from what an operation is; saying so at each reply would be a tenth of the document. */
const METERED = {
  'ratelimit-limit': ref('Limit'),
  'ratelimit-remaining': ref('Remaining'),
  'ratelimit-reset': ref('Reset'),
};

/**
 * The headers of replies by kind of operation: of every one; of one with a rate limit (`x-aid-budget`), unless the
 * reply is a 401 for a missing key; of one with `x-aid-idempotent`, where the reply is a stored one.
 *
 * See: docs/contract/conventions.md#response-headers
 */
export const REPLY_HEADERS = {
  every: { 'x-request-id': ref('RequestId') },
  metered: METERED,
  idempotent: { 'idempotency-replayed': REPLAYED },
} as const;

/** The headers that a reply is described with: of a success, only those that `REPLY_HEADERS` has not. */
export function headersOf(route: Route, status: number | 'default'): Record<string, { $ref: string }> {
  if (typeof status === 'number' && status < 400) {
    return route.cacheSeconds === undefined ? {} : { etag: ref('ETag'), 'cache-control': ref('CacheControl') };
  }
  return {
    ...REPLY_HEADERS.every,
    ...(route.budget !== 'none' && METERED),
    ...(status === 429 && { 'retry-after': ref('RetryAfter') }),
    ...(status === 'default' && { 'retry-after': ref('MayRetryAfter'), 'www-authenticate': ref('Challenge') }),
  };
}
