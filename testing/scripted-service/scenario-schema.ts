import { z } from 'zod';

/** The form of the files in `clients/vectors/scenarios`; `clients/vectors/README.md` explains it. */

const headers = z.record(z.string().regex(/^[a-z0-9-]+$/), z.string());

const faults = z.enum(['reset', 'reset_in_body', 'never', 'never_ends']);

const step = z.union([
  z.strictObject({ send: z.record(z.string(), z.unknown()) }),
  z.strictObject({ await: z.record(z.string(), z.unknown()) }),
  z.strictObject({ delay_ms: z.int().positive() }),
  z.strictObject({ close: z.int() }),
  z.strictObject({ reset: z.literal(true) }),
]);

const rule = z
  .strictObject({
    on: z.string().optional(),
    times: z.union([z.int().positive(), z.literal('always')]).optional(),
    delay_ms: z.int().positive().optional(),
    status: z.int().min(101).max(599).optional(),
    headers: headers.optional(),
    json: z.unknown().optional(),
    text: z.string().optional(),
    fault: faults.optional(),
    messages: z.array(step).optional(),
  })
  .refine(({ on, messages }) => messages === undefined || on === 'websocket', 'only a WebSocket has messages');

const client = z.strictObject({
  key: z.unknown().optional(),
  url: z.unknown().optional(),
  timeout_ms: z.unknown().optional(),
  max_retries: z.unknown().optional(),
  headers: z.record(z.string(), z.unknown()).optional(),
  transport: z.strictObject({ throws: z.string() }).optional(),
  hooks: z.enum(['record', 'otel']).optional(),
});

const callOptions = z.strictObject({
  idempotency_key: z.unknown().optional(),
  timeout_ms: z.unknown().optional(),
  max_retries: z.unknown().optional(),
  headers: z.record(z.string(), z.unknown()).optional(),
  cancel_after_ms: z.int().positive().optional(),
  deadline_ms: z.int().positive().optional(),
});

const call = z.strictObject({
  method: z.string(),
  identity: z.unknown().optional(),
  ids: z.array(z.unknown()).optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  options: callOptions.optional(),
  take: z.union([z.int().nonnegative(), z.literal('all'), z.literal('first_page')]).optional(),
  handler: z
    .strictObject({
      returns: z.unknown().optional(),
      throws: z.string().optional(),
      on_error: z.boolean().optional(),
      updates: z.string().optional(),
      asks: z.string().optional(),
      lasts_ms: z.int().positive().optional(),
    })
    .optional(),
  delivery: z
    .strictObject({
      body: z.string(),
      signed_with: z.string(),
      secrets: z.unknown(),
      seconds_ago: z.number().optional(),
      without: z.array(z.string()).optional(),
      tolerance_seconds: z.unknown().optional(),
    })
    .optional(),
});

const error = z.strictObject({
  class: z.enum([
    'validation',
    'auth',
    'permission',
    'not_found',
    'conflict',
    'rate_limit',
    'server',
    'connection',
    'timeout',
    'caller',
    'webhook',
  ]),
  code: z.string().optional(),
  status: z.int().nullable().optional(),
  retryable: z.boolean().optional(),
  retry_after_ms: z.int().optional(),
  reason: z.string().optional(),
  names: z.string().optional(),
  message: z.array(z.string()).optional(),
});

const request = z.strictObject({
  method: z.string().optional(),
  path: z.string().optional(),
  query: z.record(z.string(), z.string()).optional(),
  headers: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  body: z.unknown().optional(),
  gap_ms: z.int().positive().optional(),
});

const span = z.strictObject({
  name: z.string(),
  kind: z.enum(['client', 'consumer']),
  status: z.enum(['unset', 'error']),
  attributes: z.record(z.string(), z.unknown()),
  events: z.array(z.strictObject({ name: z.string(), attributes: z.record(z.string(), z.unknown()) })).optional(),
  links: z.array(z.string()).optional(),
});

const requests = z.strictObject({
  count: z.int().nonnegative().optional(),
  at_most: z.int().positive().optional(),
  on: z.string().optional(),
  same: z.array(z.string()).optional(),
  each: request.optional(),
  in_order: z.array(request).optional(),
});

const expected = z
  .strictObject({
    value: z.unknown().optional(),
    error: error.optional(),
    requests: z.union([requests, z.array(requests)]).optional(),
    other_origin: z.literal(0).optional(),
    sockets: z.strictObject({ at_least: z.int().positive() }).optional(),
    logged: z.array(z.string()).optional(),
    not_logged: z.array(z.string()).optional(),
    hooks: z.array(z.record(z.string(), z.unknown())).optional(),
    handlings: z.array(z.record(z.string(), z.unknown())).optional(),
    spans: z.array(span).optional(),
  })
  .refine((one) => 'value' in one !== (one.error !== undefined), 'either a value or an error is expected');

const scenario = z.strictObject({
  name: z.string().min(10),
  client: client.optional(),
  call: call.optional(),
  service: z.array(rule).optional(),
  expect: expected,
  not_in: z.record(z.string(), z.string().min(10)).optional(),
});

export const scenarioFile = z.strictObject({ about: z.string(), scenarios: z.array(scenario).min(1) });

export type Scenario = z.infer<typeof scenario>;
export type Rule = z.infer<typeof rule>;
export type Expected = z.infer<typeof expected>;
export type ExpectedRequest = z.infer<typeof request>;
export type ExpectedSpan = z.infer<typeof span>;
export type ExpectedRequests = z.infer<typeof requests>;
export type Delivery = NonNullable<NonNullable<Scenario['call']>['delivery']>;
