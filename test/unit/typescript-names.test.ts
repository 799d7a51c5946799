import { expect, test } from 'vitest';
import type { TaskContext } from '#clients/typescript/src/index.ts';
import * as sdk from '#clients/typescript/src/index.ts';
import { Pages } from '#clients/typescript/src/pages.ts';
import names from '#clients/vectors/names.json' with { type: 'json' };

/** The value under a name such as `mail.messages.get`. */
function valueAt(root: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], root);
}

/** Every method of the resources of a client, by its full name. */
function methodsOf(resource: object, path: readonly string[] = []): string[] {
  return Object.entries(resource).flatMap(([name, value]) => {
    if (typeof value === 'function') return [[...path, name].join('.')];
    return typeof value === 'object' && value !== null ? methodsOf(value, [...path, name]) : [];
  });
}

test('The TypeScript SDK has every method and loop of the contract, and no other', () => {
  const aid = new sdk.Aid({ key: 'k' });
  const wanted = [...names.methods, ...names.loops].sort();
  for (const name of wanted) expect(valueAt(aid, name), name).toBeTypeOf('function');
  expect(methodsOf(aid).sort()).toEqual(wanted);
  for (const name of names.of_identity) expect(valueAt(aid, name), name).toBeTypeOf('function');
  expect([aid.identity, aid.request].every((method) => typeof method === 'function')).toBe(true);
});

test('The TypeScript SDK exports what the contract names, and nothing else that runs', () => {
  expect(Object.keys(sdk).sort()).toEqual([...names.typescript.exports].sort());
});

// What exists for the compiler alone: a name that is missing here, or too many, does not compile.
const CLIENT_OPTIONS: Record<keyof sdk.AidOptions, true> = {
  fetch: true,
  headers: true,
  hooks: true,
  key: true,
  maxRetries: true,
  timeoutMs: true,
  url: true,
  webSocket: true,
};
const CALL_OPTIONS: Record<keyof sdk.CallOptions, true> = {
  headers: true,
  idempotencyKey: true,
  maxRetries: true,
  signal: true,
  timeoutMs: true,
};
const WORK_CONTEXT: Record<keyof TaskContext, true> = {
  ask: true,
  messages: true,
  signal: true,
  text: true,
  update: true,
};

test('The options of the TypeScript SDK, its errors, lists and the context of a task have the names of the contract', () => {
  const { typescript } = names;
  expect(Object.keys(CLIENT_OPTIONS)).toEqual(typescript.client_options);
  expect(Object.keys(CALL_OPTIONS)).toEqual(typescript.call_options);
  expect(Object.keys(WORK_CONTEXT)).toEqual(typescript.work_context);
  const error = new sdk.RateLimitError('m', {
    status: 429,
    code: 'c',
    requestId: 'r',
    retryable: true,
    retryAfterMs: 1,
  });
  for (const field of typescript.error_fields) expect(valueAt(error, field), field).toBeDefined();
  for (const method of typescript.list_methods) expect(valueAt(Pages.prototype, method), method).toBeTypeOf('function');
});
