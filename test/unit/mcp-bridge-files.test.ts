import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LocalFiles } from '#clients/cli/src/mcp/local-files.ts';
import { bridgeClient } from '#test/support/bridge-client.ts';
import { textOf, useBridgeFiles } from '#test/support/bridge-files.ts';
import { fakeService, result } from '#test/support/fake-mcp-service.ts';

const { folder, files: FILES } = useBridgeFiles();
const MAIL = { to: ['bob@example.com'], subject: 'x', text: 'x' };

async function setUp() {
  const service = await fakeService((arrived, response) => {
    if (arrived.path === '/v1/mcp') result(response, arrived, { content: [], isError: false });
    else if (arrived.path.startsWith('/file')) response.end('content');
    else if (arrived.path.startsWith('/gone')) response.writeHead(403).end();
    else response.writeHead(500).end();
  });
  const client = bridgeClient(service.url, { parts: { files: FILES } });
  return { service, client };
}

test.each(['send_email', 'reply_to_email'])('%s takes files of this machine by their path', async (tool) => {
  const { service, client } = await setUp();
  const attachments = [
    { path: 'Größe.pdf' },
    { path: join(folder, 'data.unknown-type'), filename: 'other.png', content_type: 'image/png' },
    { content_base64: 'eA==', filename: 'x.txt' },
    { message_id: 'msg_1', attachment_id: 'att_1' },
  ];
  await client.call(tool, { ...MAIL, attachments });
  expect(service.arrived[0]?.message.params?.arguments).toEqual({
    ...MAIL,
    idempotency_key: expect.stringMatching(/^retry-/),
    attachments: [
      { filename: 'Größe.pdf', content_type: 'application/pdf', content_base64: 'UERG' },
      { filename: 'other.png', content_type: 'image/png', content_base64: 'AP8K' },
      ...attachments.slice(2),
    ],
  });
});

test('An argument of null is one that is not given, also those of this program', async () => {
  const { service, client } = await setUp();
  const attachment = { path: null, filename: 'x.txt', content_type: null, content_base64: 'eA==' };
  await client.call('send_email', { ...MAIL, cc: null, idempotency_key: null, attachments: [attachment] });
  await client.call('get_attachment', { message_id: 'msg_1', attachment_id: 'att_1', save_to: null });
  expect(service.arrived.map(({ message }) => message.params?.arguments)).toEqual([
    {
      ...MAIL,
      idempotency_key: expect.stringMatching(/^retry-/),
      attachments: [{ filename: 'x.txt', content_base64: 'eA==' }],
    },
    { message_id: 'msg_1', attachment_id: 'att_1' },
  ]);
});

test('The attachments of an email may have 3.5 MB together, and no more', async () => {
  const { service, client } = await setUp();
  await client.call('send_email', { ...MAIL, attachments: [{ path: 'fitting.bin' }] });
  expect(service.arrived).toHaveLength(1);
  for (const attachments of [
    [{ path: 'large.bin' }],
    [{ path: 'Größe.pdf' }, { path: 'fitting.bin' }],
    [{ path: 'fitting.bin' }, { content_base64: 'eHh4', filename: 'x' }],
  ]) {
    expect(textOf(await client.call('send_email', { ...MAIL, attachments }))).toEqual({
      isError: true,
      text: expect.stringMatching(
        /^send_email: (large|fitting)\.bin has 367\d+ bytes; the limit is \d+: .*3\.5 MB in total\.$/,
      ),
    });
  }
  expect(service.arrived).toHaveLength(1);
});

const NOT_THERE = /is not a file in the folders for attachments: /;

test.each([
  ['absent.txt', NOT_THERE],
  ['inner', NOT_THERE],
  ['.env', /\.env is hidden/],
  ['.absent', /\.absent is hidden/],
  ['.git/config', /\.git\/config is hidden/],
  ['inner/../.env', /hidden/],
  ['../key.pem', NOT_THERE],
  ['link.txt', NOT_THERE],
  ['way-out/key.pem', NOT_THERE],
  ['link-to-hidden.txt', NOT_THERE],
  ['/etc/passwd', NOT_THERE],
  ['/dev/zero', NOT_THERE],
  ['~/.ssh/id_rsa', NOT_THERE],
  ['a\0b', NOT_THERE],
  ['', /must be a path/],
  [7, /must be a path/],
])('The path %j cannot be attached, and nothing is sent', async (path, message) => {
  const { service, client } = await setUp();
  const attachments = [{ path: 'Größe.pdf' }, { path }];
  expect(textOf(await client.call('send_email', { ...MAIL, attachments }))).toEqual({
    isError: true,
    text: expect.stringMatching(message),
  });
  expect(service.arrived).toEqual([]);
});

test('An attachment with a path and something else is refused', async () => {
  const { client } = await setUp();
  const attachments = [{ path: 'Größe.pdf', content_base64: 'eA==' }];
  expect(textOf(await client.call('send_email', { ...MAIL, attachments })).text).toMatch(
    /either path or content_base64/,
  );
});

test.each([
  ['../key.pem', '../absent.pem'],
  ['way-out/key.pem', 'way-out/absent.pem'],
  ['link.txt', 'dangling.txt'],
  ['/etc/passwd', '/etc/absent'],
  ['way-out', 'way-nowhere'],
])('A model cannot find out that %j exists and %j does not', async (there, absent) => {
  const { client } = await setUp();
  const refusal = async (path: string) => {
    const { text } = textOf(await client.call('send_email', { ...MAIL, attachments: [{ path }] }));
    return text?.replaceAll(path, 'PATH');
  };
  expect(await refusal(there)).toBe(await refusal(absent));
  const save = async (path: string) => {
    const args = { message_id: 'm', attachment_id: 'a', save_to: `${path}/x.txt` };
    return textOf(await client.call('get_attachment', args)).text?.replaceAll(path, 'PATH');
  };
  expect(await save(there)).toBe(await save(absent));
});

test('Without folders no file can be used, the error names the option, and the tools have no such arguments', async () => {
  const files = new LocalFiles({ read: [], save: [] }, folder);
  await expect(files.read('Größe.pdf', 10, '')).rejects.toThrow(/start aid mcp with --files <folder>\.$/);
  await expect(files.create('x.txt', content())).rejects.toThrow(/start aid mcp with --save <folder>\.$/);
  const attachments = { type: 'array', items: { type: 'object', properties: { filename: {} } } };
  const tools = [
    { name: 'send_email', inputSchema: { type: 'object', properties: { attachments } } },
    { name: 'get_attachment', inputSchema: { type: 'object', properties: {} }, outputSchema: { required: ['id'] } },
  ];
  const service = await fakeService((arrived, response) => result(response, arrived, { tools }));
  const client = bridgeClient(service.url, { parts: { files } });
  expect((await client.request('tools/list')).result).toEqual({ tools });
});

test('A folder for attachments is none for saved files, and the other way round', async () => {
  const reads = new LocalFiles({ read: [folder], save: [join(folder, 'inner')] }, folder);
  await expect(reads.create('x.txt', content())).rejects.toThrow(/is not in the folders for saved files: .*inner\.$/);
  const saves = new LocalFiles({ read: [join(folder, 'inner')], save: [folder] }, folder);
  await expect(saves.read('Größe.pdf', 10, '')).rejects.toThrow(NOT_THERE);
});

async function* content() {
  yield Buffer.from('x');
}

test('The list of tools says where paths can be given, and keeps everything else', async () => {
  const attachments = { type: 'array', items: { type: 'object', properties: { filename: { type: 'string' } } } };
  const schema = { type: 'object', properties: { to: { type: 'array' }, attachments }, required: ['to'] };
  const link = { type: 'object', properties: { download_url: { type: 'string' } }, required: ['download_url'] };
  const tools = [
    { name: 'send_email', description: 'x', inputSchema: schema },
    { name: 'get_attachment', inputSchema: { type: 'object', properties: { message_id: {} } }, outputSchema: link },
    { name: 'whoami', inputSchema: { type: 'object' } },
    { name: 'create_lease', inputSchema: { type: 'object' } },
  ];
  const service = await fakeService((arrived, response) => result(response, arrived, { tools, ttlMs: 5 }));
  const client = bridgeClient(service.url, { parts: { files: FILES } });
  const path = { type: 'string', description: expect.any(String) };
  expect((await client.request('tools/list')).result).toEqual({
    ttlMs: 5,
    tools: [
      {
        name: 'send_email',
        description: 'x',
        inputSchema: {
          type: 'object',
          properties: {
            to: { type: 'array' },
            attachments: {
              type: 'array',
              items: { type: 'object', properties: { filename: { type: 'string' }, path } },
            },
          },
          required: ['to'],
        },
      },
      {
        name: 'get_attachment',
        inputSchema: { type: 'object', properties: { message_id: {}, save_to: path } },
        outputSchema: {
          type: 'object',
          properties: {
            download_url: { type: 'string' },
            saved_to: path,
            saved_bytes: { type: 'integer', description: expect.any(String) },
          },
          required: [],
        },
      },
      { name: 'whoami', inputSchema: { type: 'object' } },
      { name: 'create_lease', inputSchema: { type: 'object' } },
    ],
  });
});
