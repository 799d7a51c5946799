import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIELD_SCOPES, OPERATION_SCOPES } from '#shared/contract/operation-scopes.ts';
import { permissionMatrix } from '#shared/contract/permissions.ts';
import type { Route } from '#shared/contract/route.ts';
import { OPERATIONS, type OperationName, ROUTES } from '#shared/contract/table.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { SCOPES, type Scope } from '#shared/domain/issuer/scopes.ts';
import { EVENT_SCOPES } from '#shared/domain/log/event-scopes.ts';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';
import { type Actor, scopesOf } from '#shared/runtime/pipeline/actor.ts';
import { authorize } from '#shared/runtime/pipeline/authorize.ts';
import { refuseFields } from '#shared/runtime/pipeline/resources.ts';
import { respondError } from '#shared/runtime/pipeline/respond.ts';
import { visibleEvents } from '#shared/runtime/pipeline/scopes.ts';

const agent = (scopes?: readonly Scope[], status: Identity['status'] = 'active'): Actor => ({
  kind: 'agent',
  keyHash: 'hash',
  keyId: 'sat_1',
  organization: { id: 'org_1', name: 'Test', slug: 'test' },
  identity: { id: 'agt_1', status } as Identity,
  ...(scopes && { scopes }),
});

function refusalOf(run: () => unknown): AppError | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const scopesArbitrary = fc.subarray([...SCOPES]);
const guarded = ROUTES.filter(({ auth }) => auth !== 'none');
const routeOf = (name: OperationName): Route => OPERATIONS[name];

test('Every operation is decided, and nothing else is', () => {
  expect(Object.keys(OPERATION_SCOPES).sort()).toEqual(Object.keys(OPERATIONS).sort());
});

test('No scope reaches an operation of the organization', () => {
  for (const { name, auth } of ROUTES)
    if (auth === 'org') expect(OPERATION_SCOPES[name as OperationName], name).toBeUndefined();
});

test('No scope reaches what works on after the end of a credential', () => {
  const lasting = ROUTES.filter(
    ({ group, path }) => ['webhooks', 'streams', 'tunnels'].includes(group) || path.startsWith('/v1/api-keys'),
  );
  expect(lasting.length).toBeGreaterThan(14);
  const names = [...lasting.map(({ name }) => name), 'putKeypair', 'putA2aSettings', 'createA2aPushConfig'];
  for (const name of names) expect(OPERATION_SCOPES[name as OperationName], name).toBeUndefined();
});

test('A credential reaches an operation exactly if it has all scopes that the operation needs', () => {
  fc.assert(
    fc.property(fc.constantFrom(...guarded), scopesArbitrary, (route, scopes) => {
      const needed = OPERATION_SCOPES[route.name as OperationName];
      const has = (scope: Scope) => scopes.includes(scope);
      const isEnough = needed === 'of-events' ? Object.values(EVENT_SCOPES).some(has) : needed?.every(has);
      const refusal = refusalOf(() => authorize(route, agent(scopes)));
      expect(refusal?.code).toBe(isEnough ? undefined : 'auth.forbidden');
    }),
    { numRuns: 1000 },
  );
});

test('A key of the agent has no scopes, and reaches what agents may call', () => {
  expect(scopesOf(agent())).toBeUndefined();
  for (const route of guarded.filter(({ auth }) => auth !== 'org'))
    expect(
      refusalOf(() => authorize(route, agent())),
      route.name,
    ).toBeUndefined();
});

test('A credential with all scopes still does not reach what none reaches', () => {
  for (const route of guarded)
    if (OPERATION_SCOPES[route.name as OperationName] === undefined)
      expect(refusalOf(() => authorize(route, agent(SCOPES)))?.neededScopes, route.name).toBeUndefined();
});

test('A route that the table does not have is refused', () => {
  const unknown = { ...routeOf('getMe'), name: 'toString' };
  expect(refusalOf(() => authorize(unknown, agent(SCOPES)))?.code).toBe('auth.forbidden');
});

test('A refusal names all scopes that the operation needs, in the message and in the header', () => {
  const refusal = refusalOf(() => authorize(routeOf('forwardMessage'), agent(['mail.send'])));
  expect(refusal?.message).toBe('This needs the scopes mail.read and mail.send, which the credential does not have.');
  const { status, headers } = respondError(refusal, { requestId: 'r', baseUrl: 'https://api.example' }, {});
  expect(status).toBe(403);
  expect(headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="mail.read mail.send"');
});

test('A suspension is named before a missing scope', () => {
  expect(refusalOf(() => authorize(routeOf('sendMail'), agent([], 'suspended')))?.code).toBe('identity.suspended');
});

test('A field that discloses mail needs the scope that reads it', () => {
  const send = (scopes: readonly Scope[] | undefined, body: object) =>
    refusalOf(() => refuseFields(routeOf('sendMail'), agent(scopes), body));
  expect(send(['mail.send'], { quote: true })?.neededScopes).toEqual(['mail.read']);
  expect(send(['mail.send'], { quote: false })).toBeUndefined();
  expect(send(['mail.send'], {})).toBeUndefined();
  expect(send(['mail.send', 'mail.read'], { quote: true })).toBeUndefined();
  expect(send(undefined, { quote: true })).toBeUndefined();
});

test('Every field that needs a scope is one of its operation', () => {
  for (const [name, fields] of Object.entries(FIELD_SCOPES)) {
    const { shape } = routeOf(name as OperationName).body as unknown as { shape: object };
    expect(Object.keys(shape), name).toEqual(expect.arrayContaining(Object.keys(fields)));
  }
});

const event = (type: string, identityId = 'agt_1') => ({
  type,
  identityId,
  aggregateType: null,
  aggregateId: null,
  threadId: null,
});

test('A credential sees exactly the events of its agent for which it has the scope', () => {
  fc.assert(
    fc.property(scopesArbitrary, fc.constantFrom(...EVENT_TYPES, 'later.type'), fc.boolean(), (scopes, type, own) => {
      const isShown = type !== 'later.type' && scopes.includes(EVENT_SCOPES[type]);
      const passes = visibleEvents(agent(scopes), {});
      expect(passes(event(type, own ? 'agt_1' : 'agt_2'))).toBe(own && isShown);
    }),
  );
});

test('Contents of mail and tasks are not for the scope of events', () => {
  const passes = visibleEvents(agent(['events']), {});
  expect(EVENT_TYPES.filter((type) => passes(event(type))).filter((type) => /^mail|task/.test(type))).toEqual([]);
});

test('A request for a type that the scopes do not show is refused, and one for an unknown type is not', () => {
  expect(refusalOf(() => visibleEvents(agent(['events']), { type: 'mail.received' }))?.neededScopes).toEqual([
    'mail.read',
  ]);
  expect(refusalOf(() => visibleEvents(agent(['mail.read']), { type: 'mail.received' }))).toBeUndefined();
  expect(refusalOf(() => visibleEvents(agent(['events']), { type: 'later.type' }))).toBeUndefined();
  expect(visibleEvents(agent(), { type: 'mail.sent' })(event('mail.sent'))).toBe(true);
});

test('The matrix shows the scopes of every operation', () => {
  const [titles = [], , ...rows] = permissionMatrix()
    .split('\n')
    .map((line) => line.slice(2, -2).split(' | '));
  const cellOf = (name: OperationName) => rows.find(([first]) => first === `\`${name}\``)?.[titles.indexOf('Scopes')];
  expect(cellOf('forwardMessage')).toBe('`mail.read`, `mail.send`');
  expect(cellOf('getMe')).toBe('any');
  expect(cellOf('createWebhook')).toBe('403');
  expect(cellOf('waitForEvent')).toContain('of the events');
  expect(cellOf('login')).toBe('–');
});
