import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bridgeClient } from '#test/support/bridge-client.ts';
import { STEERING, textOf, useBridgeFiles } from '#test/support/bridge-files.ts';
import { fakeService, json } from '#test/support/fake-mcp-service.ts';

const { outside, folder, files: FILES } = useBridgeFiles();

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
  const client = bridgeClient(service.url, { parts: { files: FILES } });
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

test.each([
  ...['.bashrc', '../x.txt', 'way-out/x.txt', 'link.txt', 'dangling.txt', 'no-such-folder/x.txt', '/etc/x.txt', '', 7],
  ...STEERING,
])('An attachment is not stored at %j', async (save_to) => {
  const service = await fakeService((arrived, response) => {
    if (arrived.path.startsWith('/file')) response.end('content');
    else json(response, { download_url: `${service.url}/file` });
  });
  const client = bridgeClient(service.url, { parts: { files: FILES } });
  const { isError } = await client.call('get_attachment', { message_id: 'm', attachment_id: 'a', save_to });
  expect(isError).toBe(true);
  expect(existsSync(join(folder, '.bashrc')) || existsSync(join(outside, 'x.txt'))).toBe(false);
  expect(existsSync(join(outside, 'absent.pem'))).toBe(false);
  expect(readdirSync(folder).filter((name) => STEERING.includes(name))).toEqual([]);
  expect(readFileSync(join(outside, 'key.pem'), 'utf8')).toBe('secret');
});

test('A download that breaks leaves no file', async () => {
  const service = await fakeService((arrived, response) => {
    if (arrived.path.startsWith('/file')) {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
    } else json(response, { download_url: `${service.url}/file` });
  });
  const client = bridgeClient(service.url, { parts: { files: FILES } });
  const call = await client.call('get_attachment', { message_id: 'm', attachment_id: 'a', save_to: 'half.txt' });
  expect(call.isError).toBe(true);
  expect(existsSync(join(folder, 'half.txt'))).toBe(false);
});
