import { beforeAll, expect, test } from 'vitest';
import type { Method } from '#clients/description/model/model.ts';
import { readModel } from '#clients/description/model/read-model.ts';
import {
  Aid,
  AuthError,
  NotFoundError,
  Pages,
  PermissionError,
  ValidationError,
} from '#clients/typescript/src/index.ts';
import { DOCUMENT } from '#testing/described-api.ts';
import { sharedStack } from '#testing/fixture.ts';
import type { OperationName } from '#testing/operations.ts';
import { methodsOf } from '../support/sdk-methods.ts';
import type { Request } from './example.ts';
import { EXAMPLES } from './example-requests.ts';
import { type Fixture, makeFixture } from './fixture.ts';

const METHODS = methodsOf(readModel(DOCUMENT).client);

let fixture: Fixture;

beforeAll(async () => {
  fixture = await makeFixture();
});

/** The arguments of a method for the example request of its operation. */
function argumentsOf({ pathParameters, identity, body, query }: Method, request: Request): unknown[] {
  const { params = {} } = request;
  const ofPath = identity?.in === 'path' ? identity.name : undefined;
  const ids = pathParameters.map(({ name }) => name).filter((name) => name !== ofPath);
  return [
    ...ids.map((name) => params[name]),
    ...(body !== undefined || query.length > 0 ? [{ ...request.query, ...request.body }] : []),
    ofPath === undefined ? {} : { identityId: params[ofPath] },
  ];
}

test.each(METHODS)(
  '$name of the TypeScript SDK succeeds with the example of its operation',
  async ({ method, call }) => {
    const request = await EXAMPLES[method.operation as OperationName].request(fixture);
    const aid = new Aid({ key: request.key ?? fixture.organization.key, url: sharedStack().baseUrl, maxRetries: 0 });
    const result = call(aid, argumentsOf(method, request));
    const { data, response } = await (result instanceof Pages ? result.firstPage() : result).withResponse();
    expect(response.status).toBeLessThan(300);
    expect(response.headers.get('x-request-id')).toMatch(/./);
    if (method.page !== undefined) expect(Array.isArray(data)).toBe(true);
    else expect(data === undefined).toBe(method.reply === undefined);
  },
);

test('An agent is itself wherever a path names an agent, and what it may not do is refused with its class of error', async () => {
  const { agent, organization, messageId } = fixture;
  const url = sharedStack().baseUrl;
  const own = new Aid({ key: agent.key, url });
  expect((await own.me()).identity_id).toBe(agent.id);
  expect((await own.mail.messages.get(messageId)).identity_id).toBe(agent.id);
  expect((await own.mail.messages.list({ limit: 1 }).firstPage())[0]?.identity_id).toBe(agent.id);
  await expect(own.identities.list().firstPage()).rejects.toBeInstanceOf(PermissionError);
  await expect(own.tasks.get('tsk_01J8ZQ4M6T0000000000000000')).rejects.toBeInstanceOf(NotFoundError);
  const admin = new Aid({ key: organization.key, url });
  await expect(admin.mail.messages.list().firstPage()).rejects.toBeInstanceOf(ValidationError);
  expect((await admin.identity(agent.id).mail.messages.get(messageId)).id).toBe(messageId);
  const stranger = new Aid({ key: 'aid_org_nothing', url });
  await expect(stranger.me()).rejects.toMatchObject({ status: 401, code: 'auth.unauthorized', constructor: AuthError });
});

test('A call that is made twice under one idempotency key is done once', async () => {
  const aid = new Aid({ key: fixture.organization.key, url: sharedStack().baseUrl });
  const options = { idempotencyKey: `once-${fixture.agent.id}` };
  const send = () =>
    aid.identity(fixture.agent.id).mail.send({ to: 'ada@example.com', subject: 'Once', text: '1' }, options);
  const [first, second] = [await send(), await send().withResponse()];
  expect(second.data.id).toBe(first.id);
  expect(second.response.headers.get('idempotency-replayed')).toBe('true');
});
