import { ERRORS } from '../../domain/errors.ts';
import type { Route } from '../route.ts';
import { errorsOf } from '../route-errors.ts';

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
    description: 'Requests allowed in this calendar minute. Not with 401, unless the operation takes no key.',
    schema: { type: 'integer', minimum: 0 },
  },
  Remaining: { description: 'Requests left in this minute.', schema: { type: 'integer', minimum: 0 } },
  Reset: { description: 'Seconds until the minute ends.', schema: SECONDS },
  Replayed: {
    description: 'Present on the stored reply of an earlier request with the same idempotency key.',
    schema: { type: 'string', const: 'true' },
  },
  ETag: { description: 'Changes when the reply does.', required: true, schema: { type: 'string' } },
  CacheControl: {
    description: 'How long a cache may keep the reply.',
    required: true,
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before the next try.', required: true, schema: SECONDS },
  MayRetryAfter: {
    description: 'Seconds to wait before the next try: with 500, where the gateway gave up.',
    schema: SECONDS,
  },
  Challenge: { description: 'How to authenticate: with 401.', schema: { type: 'string', const: 'Bearer' } },
} as const satisfies Record<string, Header>;

const ref = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });

/** Headers that follow from what an operation is; saying so at each reply would be a tenth of the document. */
const METERED = {
  'ratelimit-limit': ref('Limit'),
  'ratelimit-remaining': ref('Remaining'),
  'ratelimit-reset': ref('Reset'),
};

/**
 * The headers of replies by what an operation is: every one; one with a budget (`x-aid-budget`), unless the reply is a
 * 401 of an organization's; one with `x-aid-idempotent`, where the reply is a stored one.
 */
export const REPLY_HEADERS = {
  every: { 'x-request-id': ref('RequestId') },
  metered: METERED,
  idempotent: { 'idempotency-replayed': ref('Replayed') },
} as const;

/**
 * The headers that a reply is described with: of an error all, of a success those that `REPLY_HEADERS` has not.
 *
 * Rule: shapes, Conventions (`ratelimit-*`).
 */
export function headersOf(route: Route, status: number | 'default'): Record<string, { $ref: string }> {
  if (typeof status === 'number' && status < 400) {
    return route.cacheSeconds === undefined ? {} : { etag: ref('ETag'), 'cache-control': ref('CacheControl') };
  }
  return {
    ...REPLY_HEADERS.every,
    ...(route.budget !== 'none' && METERED),
    ...(isStored(route, status) && REPLY_HEADERS.idempotent),
    ...(status === 429 && { 'retry-after': ref('RetryAfter') }),
    ...(status === 'default' && {
      'retry-after': ref('MayRetryAfter'),
      ...(isAuthenticated(route) && { 'www-authenticate': ref('Challenge') }),
    }),
  };
}

/** Whether an operation answers 401 to some. */
function isAuthenticated(route: Route): boolean {
  return errorsOf(route).some((code) => ERRORS[code].status === 401);
}

/** Whether an error may be the stored one of an earlier request. */
export function isStored(route: Route, status: number | 'default'): boolean {
  const statuses: readonly number[] = (route.storedErrors ?? []).map((code) => ERRORS[code].status);
  // A refused request (400) comes under `default`.
  return statuses.includes(status === 'default' ? 400 : status);
}
