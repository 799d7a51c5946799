/**
 * The headers that a page of another origin may send: those of the libraries, with the trace of a call. Browsers let a
 * program name itself (`user-agent`), and some of them ask for it.
 */
export const SENDABLE_HEADERS = [
  'authorization',
  'content-type',
  'idempotency-key',
  'idempotency-ttl',
  'traceparent',
  'tracestate',
  'user-agent',
].join(', ');

/** The headers of a response that a page of another origin may read, in addition to those that every page may. */
export const READABLE_HEADERS = [
  'date',
  'etag',
  'idempotency-replayed',
  'link',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'www-authenticate',
  'x-aid-hint',
  'x-aid-more',
  'x-aid-more-before',
  'x-aid-more-since',
  'x-request-id',
].join(', ');

/** The longest time that a browser in use keeps the reply to a preflight request for. */
export const PREFLIGHT_SECONDS = 7200;
