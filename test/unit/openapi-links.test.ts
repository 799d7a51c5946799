import { expect, test } from 'vitest';
import { ROUTES } from '#shared/contract/table.ts';
import { describedOperation, type Json, resolve, resolved } from '#testing/described-api.ts';

interface Link {
  readonly from: string;
  readonly source: Json;
  readonly schema: Json;
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const OPERATIONS: ReadonlyMap<string, Json> = new Map(ROUTES.map((route) => [route.name, describedOperation(route)]));

/** Every link of the description, for each operation that has it. */
const LINKS: readonly Link[] = [...OPERATIONS].flatMap(([from, source]) =>
  Object.values<Json>(source.responses)
    .map(resolved)
    .flatMap(({ links = {}, content }) => {
      const [, json] = Object.entries<Json>(content ?? {}).find(([type]) => type.endsWith('json')) ?? [];
      return Object.values<Json>(links).map((link) => ({ from, source, schema: json?.schema, ...resolved(link) }));
    }),
);

const pathParametersOf = (operation: Json): string[] =>
  operation.parameters
    .map(resolved)
    .filter((one: Json) => one.in === 'path')
    .map((one: Json) => one.name);

/** The fields that every value of a schema has, those that it extends included. */
function requiredOf(schema: Json): string[] {
  const { $ref, required = [], allOf = [] } = schema;
  if ($ref !== undefined) return requiredOf(resolve($ref));
  return [...required, ...allOf.flatMap(requiredOf)];
}

test('Every link names an operation and gives each parameter of its path and no other', () => {
  for (const { from, operationId, parameters } of LINKS) {
    const target = OPERATIONS.get(operationId);
    expect(target, `${from} → ${operationId}`).toBeDefined();
    expect(Object.keys(parameters).sort(), `${from} → ${operationId}`).toEqual(pathParametersOf(target).sort());
  }
});

test('Every expression of a link reads a required field of the reply or a path parameter of the request', () => {
  for (const { from, source, schema, operationId, parameters } of LINKS) {
    for (const expression of Object.values(parameters)) {
      const [, where, name = ''] = /^\$(response\.body#\/|request\.path\.)(\w+)$/.exec(expression) ?? [];
      expect(where, `${from} → ${operationId}: ${expression}`).toBeDefined();
      const names = where?.startsWith('response') ? requiredOf(schema) : pathParametersOf(source);
      expect(names, `${from} → ${operationId}: ${expression}`).toContain(name);
    }
  }
});

test('What an operation creates is linked to the operations on it, unless there are none', () => {
  const linked = new Set(LINKS.map(({ from }) => from));
  const creating = ROUTES.filter(({ method, status }) => method === 'POST' && status === 201);
  // No operation takes the id of an organization, that of the key applies; and none an identity token, which is not
  // stored.
  expect(creating.map(({ name }) => name).filter((name) => !linked.has(name))).toEqual([
    'createOrganization',
    'verifySignup',
    'createTotp',
    'createIdentityToken',
  ]);
});

test('Every operation on one thing is the target of a link, unless no reply has the id of that thing', () => {
  const targets = new Set(LINKS.map(({ operationId }) => operationId));
  const onOne = ROUTES.filter(({ path, protocol }) => /\{\w+\}(?:\/[\w-]+)?$/.test(path) && protocol === undefined);
  const unlinked = onOne.map(({ name }) => name).filter((name) => !targets.has(name));
  // Attachments, events, grants and sessions are items of lists in replies, which a link cannot choose from; those of
  // mailboxes have the id of the agent that a mailbox belongs to, and a trace takes ids of many kinds.
  expect(unlinked.sort()).toEqual([
    'createMailbox',
    'getAttachment',
    'getGrant',
    'getTrace',
    'listMailboxes',
    'replayEvent',
    'revokeSession',
  ]);
});
