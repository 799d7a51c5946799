import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LocalFiles, usualFolders } from '#clients/cli/src/mcp/local-files.ts';
import type { ToolResult } from '#clients/cli/src/mcp/messages.ts';
import { bridgeClient } from '#test/support/bridge-client.ts';
import { fakeService, json, result } from '#test/support/fake-mcp-service.ts';

const outside = mkdtempSync(join(tmpdir(), 'aid-mcp-'));
afterAll(() => rmSync(outside, { recursive: true, force: true }));
const folder = join(outside, 'work');
mkdirSync(join(folder, '.git'), { recursive: true });
mkdirSync(join(folder, 'inner'));
writeFileSync(join(outside, 'key.pem'), 'secret');
writeFileSync(join(folder, 'Größe.pdf'), 'PDF');
writeFileSync(join(folder, 'data.unknown-type'), Buffer.from([0, 255, 10]));
writeFileSync(join(folder, '.env'), 'TOKEN=1');
writeFileSync(join(folder, '.git', 'config'), 'x');
symlinkSync(join(outside, 'key.pem'), join(folder, 'link.txt'));
symlinkSync(outside, join(folder, 'way-out'));
writeFileSync(join(folder, 'large.bin'), '');
truncateSync(join(folder, 'large.bin'), 3.5 * 1024 * 1024 + 1);
writeFileSync(join(folder, 'fitting.bin'), '');
truncateSync(join(folder, 'fitting.bin'), 3.5 * 1024 * 1024);

const MAIL = { to: ['bob@example.com'], subject: 'x', text: 'x' };

async function setUp() {
  const service = await fakeService((arrived, response) => {
    if (arrived.path === '/v1/mcp') result(response, arrived, { content: [], isError: false });
    else if (arrived.path.startsWith('/file')) response.end('content');
    else if (arrived.path.startsWith('/gone')) response.writeHead(403).end();
    else response.writeHead(500).end();
  });
  const client = bridgeClient(service.url, { parts: { files: new LocalFiles([folder], folder) } });
  return { service, client };
}

function textOf({ content, isError }: ToolResult) {
  return { isError, text: content[0]?.text };
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

test.each([
  ['absent.txt', /absent\.txt does not exist\.$/],
  ['inner', /inner is not a file\.$/],
  ['.env', /\.env is hidden/],
  ['.git/config', /\.git\/config is hidden/],
  ['inner/../.env', /hidden/],
  ['../key.pem', /outside the allowed folders/],
  ['link.txt', /outside the allowed folders/],
  ['way-out/key.pem', /outside the allowed folders/],
  ['/etc/passwd', /outside the allowed folders/],
  ['/dev/zero', /outside the allowed folders/],
  ['~/.ssh/id_rsa', /./],
  ['a\0b', /./],
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

test('Without a folder no file can be used, and the error names the option', async () => {
  expect(usualFolders('/')).toEqual([]);
  expect(usualFolders(folder)).toEqual([folder]);
  const files = new LocalFiles([], folder);
  await expect(files.read('Größe.pdf', 10, '')).rejects.toThrow(/aid mcp with --files <folder>/);
});

test('An attachment is stored in a new file for its owner alone, and its link is not shown', async () => {
  const service = await fakeService((arrived, response) => {
    if (arrived.path.startsWith('/file')) response.end('content');
    else
      json(response, {
        id: 'att_1',
        filename: 'x',
        content_type: 'text/plain',
        size: 7,
        download_url: `${service.url}/file`,
      });
  });
  const client = bridgeClient(service.url, { parts: { files: new LocalFiles([folder], folder) } });
  const args = { message_id: 'msg_1', attachment_id: 'att_1', save_to: 'inner/stored.txt' };
  const path = join(folder, 'inner', 'stored.txt');
  const stored = await client.call('get_attachment', args);
  expect(stored.structuredContent).toEqual({ saved_to: path, saved_bytes: 7 });
  expect(JSON.stringify(stored)).not.toContain('/file');
  expect(readFileSync(path, 'utf8')).toBe('content');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(textOf(await client.call('get_attachment', args))).toEqual({
    isError: true,
    text: 'get_attachment: inner/stored.txt already exists; choose another name for save_to.',
  });
});

test.each(['.bashrc', '../x.txt', 'way-out/x.txt', 'link.txt', 'no-such-folder/x.txt', '/tmp/x.txt', '', 7])(
  'An attachment is not stored at %j',
  async (save_to) => {
    const service = await fakeService((arrived, response) => {
      if (arrived.path.startsWith('/file')) response.end('content');
      else json(response, { download_url: `${service.url}/file` });
    });
    const client = bridgeClient(service.url, { parts: { files: new LocalFiles([folder], folder) } });
    const { isError } = await client.call('get_attachment', { message_id: 'm', attachment_id: 'a', save_to });
    expect(isError).toBe(true);
    expect(existsSync(join(folder, '.bashrc')) || existsSync(join(outside, 'x.txt'))).toBe(false);
    expect(readFileSync(join(outside, 'key.pem'), 'utf8')).toBe('secret');
  },
);

test('A download that breaks leaves no file', async () => {
  const service = await fakeService((arrived, response) => {
    if (arrived.path.startsWith('/file')) {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
    } else json(response, { download_url: `${service.url}/file` });
  });
  const client = bridgeClient(service.url, { parts: { files: new LocalFiles([folder], folder) } });
  const call = await client.call('get_attachment', { message_id: 'm', attachment_id: 'a', save_to: 'half.txt' });
  expect(call.isError).toBe(true);
  expect(existsSync(join(folder, 'half.txt'))).toBe(false);
});

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
  const client = bridgeClient(service.url);
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
