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
import { checkReply } from '#testing/check-reply.ts';
import { DOCUMENT } from '#testing/described-api.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { methodsOf } from '../support/sdk-methods.ts';
import { agentRequest } from './support/agent-requests.ts';
import type { Request } from './support/example.ts';
import { EXAMPLES } from './support/example-requests.ts';
import { type Fixture, makeFixture } from './support/fixture.ts';
import { FOR_AGENTS } from './support/operations.ts';
import { useServiceInProcess } from './support/service-in-process.ts';

const METHODS = methodsOf(readModel(DOCUMENT).client);

const operationOf = ({ method }: { method: Method }) => method.operation as OperationName;

/** Operations that agents may call and that the SDK has no method for. */
const WITHOUT_METHOD = FOR_AGENTS.filter((name) => !METHODS.some((one) => operationOf(one) === name));

const service = useServiceInProcess();
let fixture: Fixture;

beforeAll(async () => {
  fixture = await makeFixture(service);
});

const inProcess: typeof fetch = (input, init = {}) => service.send(new URL(String(input)), init);

function clientOf(key: string, more: { fetch?: typeof fetch } = {}): Aid {
  return new Aid({ key, url: 'https://api.test', maxRetries: 0, fetch: inProcess, ...more });
}

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
  '$name of the TypeScript SDK succeeds with the example of its operation: for an agent about its own resources if its route accepts agents',
  async ({ method, call }) => {
    const name = method.operation as OperationName;
    const request = FOR_AGENTS.includes(name)
      ? await agentRequest(name, fixture)
      : await EXAMPLES[name].request(fixture);
    const texts: string[] = [];
    const aid = clientOf(request.key ?? fixture.organization.key, {
      fetch: async (input, init) => {
        const response = await inProcess(input, init);
        texts.push(await response.clone().text());
        return response;
      },
    });
    const result = call(aid, argumentsOf(method, request));
    const { data, response } = await (result instanceof Pages ? result.firstPage() : result).withResponse();
    expect(response.status).toBeLessThan(300);
    if (method.page !== undefined) expect(Array.isArray(data)).toBe(true);
    else expect(data === undefined).toBe(method.reply === undefined);
    const [text = '', ...others] = texts;
    expect(others).toEqual([]);
    const body = text === '' ? undefined : JSON.parse(text);
    checkReply(routeOf(name), { status: response.status, headers: response.headers, text, body });
  },
);

test.each(WITHOUT_METHOD)('%s accepts the key of an agent about its own resources', async (name) => {
  const { error } = await service.anonymous.call(name, await agentRequest(name, fixture));
  expect(error).toBeUndefined();
});

test('An agent is itself wherever a path names an agent, and what it may not do is refused with its class of error', async () => {
  const { agent, organization, messageId } = fixture;
  const own = clientOf(agent.key);
  expect((await own.me()).identity_id).toBe(agent.id);
  expect((await own.mail.messages.get(messageId)).identity_id).toBe(agent.id);
  expect((await own.mail.messages.list({ limit: 1 }).firstPage())[0]?.identity_id).toBe(agent.id);
  await expect(own.identities.list().firstPage()).rejects.toBeInstanceOf(PermissionError);
  await expect(own.tasks.get('tsk_01J8ZQ4M6T0000000000000000')).rejects.toBeInstanceOf(NotFoundError);
  const admin = clientOf(organization.key);
  await expect(admin.mail.messages.list().firstPage()).rejects.toBeInstanceOf(ValidationError);
  expect((await admin.identity(agent.id).mail.messages.get(messageId)).id).toBe(messageId);
  const stranger = clientOf('aid_org_nothing');
  await expect(stranger.me()).rejects.toMatchObject({ status: 401, code: 'auth.unauthorized', constructor: AuthError });
});

test('A call that is made twice under one idempotency key is done once', async () => {
  const aid = clientOf(fixture.organization.key);
  const options = { idempotencyKey: `once-${fixture.agent.id}` };
  const send = () =>
    aid.identity(fixture.agent.id).mail.send({ to: 'ada@example.com', subject: 'Once', text: '1' }, options);
  const [first, second] = [await send(), await send().withResponse()];
  expect(second.data.id).toBe(first.id);
  expect(second.response.headers.get('idempotency-replayed')).toBe('true');
});
