import { request } from 'node:http';
import { connect } from 'node:net';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueueDepth } from '#local/emulators/queues/queues.ts';
import { TableClient } from '#local/engines/table-client.ts';
import type { LocalStack } from '#local/local-stack.ts';
import { eventually } from '../support/eventually.ts';
import { EPHEMERAL, startFixture } from './support/fixture.ts';
import { SMALL_STACK } from './support/small-stack.ts';

let stack: LocalStack;
let table: TableClient;

beforeAll(async () => {
  stack = await startFixture(SMALL_STACK);
  table = new TableClient(stack.dynamodbEndpoint);
});

afterAll(async () => {
  table?.close();
  await stack?.stop();
});

interface Echo {
  readonly event: Record<string, never>;
  readonly environment: Record<string, string>;
  readonly left: number;
}

/** Sends a request line unchanged, because fetch would normalize it. */
function raw(method: string, path: string, body?: Buffer, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const call = request(stack.url, { method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    call.on('error', reject);
    call.end(body);
  });
}

const next = (queue: string) =>
  eventually(() => {
    const [message] = stack.queues.find(queue)?.receive({ max: 1 }) ?? [];
    if (message === undefined) throw new Error(`no message arrived in ${queue}`);
    return message;
  });

test('A request reaches its function as a proxy event', async () => {
  const answer = await raw('GET', '/v1/things/a%2Fb%20c?q=1&q=%C3%A4+b&__proto__=x&broken=%zz', undefined, {
    'X-Forwarded-For': '1.2.3.4',
    'X-Some': 'Value',
  });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json', a: '1, 2' });
  const { event, environment, left } = JSON.parse(answer.text) as Echo;
  expect(event).toMatchObject({
    resource: '/v1/things/{id}',
    path: '/v1/things/a%2Fb%20c',
    httpMethod: 'GET',
    pathParameters: { id: 'a/b c' },
    body: null,
    isBase64Encoded: false,
    requestContext: { identity: { sourceIp: '127.0.0.1' }, resourcePath: '/v1/things/{id}', stage: 'local' },
    headers: { 'X-Forwarded-For': '1.2.3.4, 127.0.0.1', 'X-Some': 'Value' },
  });
  expect(event.multiValueQueryStringParameters).toEqual(
    JSON.parse('{"q":["1","ä b"],"__proto__":["x"],"broken":["%zz"]}'),
  );
  expect(event.queryStringParameters).toMatchObject({ q: 'ä b' });
  expect(environment).toMatchObject({ OWN: 'rows', STAGE: 'test', AWS_LAMBDA_FUNCTION_NAME: 'echo' });
  expect(environment).not.toHaveProperty('HOME');
  expect(left).toBeGreaterThan(500);
});

test('A path with a trailing slash reaches the function of the path without it, unchanged', async () => {
  const { event } = JSON.parse((await raw('GET', '/v1/things/x/')).text) as Echo;
  expect(event).toMatchObject({ resource: '/v1/things/{id}', path: '/v1/things/x/', pathParameters: { id: 'x' } });
});

test('A body is passed as text where it is text, and as base64 otherwise', async () => {
  const text = await raw('POST', '/v1/things', Buffer.from('{"ä":"\\u0000"}'));
  expect((JSON.parse(text.text) as Echo).event).toMatchObject({ body: '{"ä":"\\u0000"}', isBase64Encoded: false });
  const bytes = await raw('POST', '/v1/things', Buffer.from([0xff, 0xfe]));
  expect((JSON.parse(bytes.text) as Echo).event).toMatchObject({ body: '//4=', isBase64Encoded: true });
});

test('A response may be binary', async () => {
  const { status, headers } = await raw('GET', '/v1/things/bytes');
  expect({ status, type: headers['content-type'], length: headers['content-length'] }).toEqual({
    status: 201,
    type: 'x/y',
    length: '2',
  });
});

test.each([
  ['GET', '/'],
  ['GET', '/v1/nothing'],
  ['GET', '/v1/things/'],
  ['GET', '//v1/things/x'],
  ['GET', '/v1/../v1/things/x'],
  ['GET', '/v1/%'],
  ['DELETE', '/v1/things/x'],
  ['OPTIONS', '/v1/things/x'],
  ['GET', '/_local/nothing'],
])('The gateway itself responds to %s %s', async (method, path) => {
  const { status, headers, text } = await raw(method, path);
  expect(status).toBe(404);
  expect(headers.x).toBe('y');
  expect(JSON.parse(text)).toEqual({ id: headers['x-request-id'] });
});

test('HEAD is an ordinary method, with a response without a body', async () => {
  expect(await raw('HEAD', '/v1/things/x')).toMatchObject({ status: 404, text: '' });
});

test.each(['throw', 'exit', 'malformed', 'huge'])(
  'A function that fails (%s) results in 502, and the next call works',
  async (id) => {
    expect((await raw('GET', `/v1/things/${id}`)).status).toBe(502);
    expect((await raw('GET', '/v1/things/fine')).status).toBe(200);
  },
);

test.each([
  ['function', 'GET'],
  ['gateway', 'PUT'],
])('A call that does not end within the time of the %s results in 504, and a later one works', async (_, method) => {
  expect((await raw(method, '/v1/brief/endless')).status).toBe(504);
  // The time is short, so on a busy machine it may be over for any other call too.
  await eventually(async () => expect((await raw('GET', '/v1/brief/fine')).status).toBe(200));
});

test('A body above 10 MB is rejected', async () => {
  expect((await raw('POST', '/v1/things', Buffer.alloc(10 * 1024 * 1024 + 1))).status).toBe(413);
});

test('Bytes that are not HTTP get a 400 and do no harm', async () => {
  const { port } = new URL(stack.url);
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
    socket.on('data', (data) => resolve(data.toString()));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
});

test('A streamed response passes status, headers and every chunk', async () => {
  expect(await raw('GET', '/v1/wait')).toMatchObject({
    status: 202,
    text: 'one two',
    headers: { 'content-type': 'text/plain' },
  });
});

test('The stream invokes its function with the records that the filter passes, in order', async () => {
  const put = (pk: string) => table.call('PutItem', { TableName: 'rows', Item: { pk: { S: pk }, sk: { S: '1' } } });
  await put('EVENT#1');
  await put('ORG#1');
  await put('EVENT#2');
  const records = [await next('changes'), await next('changes')].map(({ body }) => JSON.parse(body));
  expect(records.map(({ dynamodb }) => dynamodb.Keys.pk.S)).toEqual(['EVENT#1', 'EVENT#2']);
  expect(records[0]).toMatchObject({
    eventName: 'INSERT',
    eventSourceARN: expect.stringContaining('table/rows/stream/'),
  });
});

test('Mail over SMTP is stored and announced as SES does, and unknown recipients are rejected', async () => {
  const row = { pk: { S: 'MAILBOX#ada@agents.test' }, sk: { S: 'MAILBOX' } };
  await table.call('PutItem', { TableName: 'rows', Item: row });
  const smtp = createTransport({ host: '127.0.0.1', port: stack.smtpPort, ignoreTLS: true });
  const raw = 'From: Bob <bob@example.test>\r\nTo: ada@agents.test\r\nSubject: Hello\r\n\r\nHi Ada\r\n';
  await smtp.sendMail({ envelope: { from: 'bob@example.test', to: ['Ada+tag@agents.test'] }, raw });
  const record = JSON.parse((await next('received')).body);
  const notice = JSON.parse(record.body);
  expect(notice).toMatchObject({
    notificationType: 'Received',
    mail: { source: 'bob@example.test', destination: ['Ada+tag@agents.test'], commonHeaders: { subject: 'Hello' } },
    receipt: {
      recipients: ['Ada+tag@agents.test'],
      spamVerdict: { status: 'PASS' },
      dkimVerdict: { status: 'GRAY' },
      action: { type: 'S3', bucketName: 'mail', objectKey: `inbound/${notice.mail.messageId}` },
    },
  });
  const credentials = { accessKeyId: 'test', secretAccessKey: EPHEMERAL.emulatorSecret };
  const s3 = new S3Client({ endpoint: stack.awsEndpoint, region: 'us-east-1', credentials, forcePathStyle: true });
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'mail', Key: notice.receipt.action.objectKey }));
  const stored = (await Body?.transformToString()) ?? '';
  expect(stored).toMatch(/^Return-Path: <bob@example\.test>\r\nReceived: from /);
  expect(stored.endsWith(raw)).toBe(true);
  for (const to of ['unknown@agents.test', 'ada@elsewhere.test']) {
    await expect(smtp.sendMail({ from: 'bob@example.test', to, text: 'x' })).rejects.toMatchObject({
      response: expect.stringMatching(/^550 5\.1\.1/),
    });
  }
  smtp.close();
});

test('GET /_local/queues lists how many messages each queue holds', async () => {
  const depth = async () => {
    const { text } = await raw('GET', '/_local/queues');
    const { queues } = JSON.parse(text) as { queues: readonly QueueDepth[] };
    return queues.find(({ name }) => name === 'received') as QueueDepth;
  };
  // What earlier tests have received would return meanwhile.
  const queue = stack.queues.find('received');
  queue?.purge();
  const { ready, in_flight, delayed } = await depth();
  queue?.send([{ body: 'one' }, { body: 'two' }, { body: 'later', delaySeconds: 600 }]);
  const [taken] = queue?.receive({ max: 1 }) ?? [];
  const added = { name: 'received', ready: ready + 1, in_flight: in_flight + 1, delayed: delayed + 1 };
  expect(await depth()).toEqual(added);
  queue?.delete([taken?.receipt ?? '']);
  expect(await depth()).toEqual({ ...added, in_flight });
});
