import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConsoleFiles } from '#functions/workers/console/console-files.ts';
import { type ConsoleSite, respond } from '#functions/workers/console/respond.ts';
import { consoleBundle } from '#local/console/console-bundle.ts';
import { consolePage, consolePolicy } from '#shared/domain/http/console-page.ts';

const API = 'https://abc.execute-api.eu-central-1.amazonaws.com/prod';
const SOCKETS = 'wss://def.execute-api.eu-central-1.amazonaws.com/prod';
const PATHS = ['/', '/console/app.js', '/console/style.css'];

let folder: string;
let site: ConsoleSite;
let script: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aid-console-'));
  const bundle = await consoleBundle();
  script = bundle.script;
  writeFileSync(join(folder, 'index.html'), readFileSync('clients/console/index.html'));
  writeFileSync(join(folder, 'app.js.gz'), gzipSync(bundle.script));
  writeFileSync(join(folder, 'style.css.gz'), gzipSync(bundle.style));
  site = { files: readConsoleFiles(folder, API), policy: consolePolicy({ connectTo: [`${API}/`, SOCKETS] }) };
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const send = (rawPath: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = respond({ rawPath, headers, requestContext: { http: { method } } }, site);
  const body = Buffer.from(response.body ?? '', response.isBase64Encoded ? 'base64' : 'utf8');
  return { status: response.statusCode, headers: response.headers ?? {}, body };
};

test('The page names the address of the API, and its script and style are those of the bundle', () => {
  const page = send('/');
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body.toString()).toContain(`<html lang="en" data-api="${API}">`);
  expect(page.body.toString()).not.toContain('data-profile');
  const [, style, app] = /href="(\/console\/[^"]+)"[\s\S]*src="(\/console\/[^"]+)"/.exec(page.body.toString()) ?? [];
  expect([app, style]).toEqual(PATHS.slice(1));
  expect(send('/console/app.js').body.toString()).toBe(script);
  expect(send('/console/style.css').headers['content-type']).toBe('text/css; charset=utf-8');
});

test.each([
  ['a file', () => send('/console/app.js')],
  ['the page', () => send('/')],
  ['a file that is current', () => send('/', { 'if-none-match': '*' })],
  ['a path that is no file', () => send('/console/app.js.map')],
  ['a method that writes', () => send('/', {}, 'POST')],
])('Every response has the headers that protect the page: %s', (_, ask) => {
  const { headers } = ask();
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
  });
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      `connect-src ${API}/ ${SOCKETS}`,
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]),
  );
});

test.each(PATHS)('%s is sent compressed to who takes that, and plain to all others', (path) => {
  const plain = send(path);
  expect(plain.headers).not.toHaveProperty('content-encoding');
  for (const accept of ['gzip', 'br, gzip;q=0.8', 'deflate, GZIP']) {
    const compressed = send(path, { 'accept-encoding': accept });
    expect(compressed.headers['content-encoding'], accept).toBe('gzip');
    expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true);
    expect(compressed.headers.etag).toBe(plain.headers.etag);
  }
  for (const accept of ['br', 'gzip;q=0', 'identity']) {
    expect(send(path, { 'accept-encoding': accept }).headers, accept).not.toHaveProperty('content-encoding');
  }
  expect(plain.headers.vary).toBe('accept-encoding');
});

test.each(PATHS)('A browser keeps %s and asks each time, and gets nothing while its copy is current', (path) => {
  const { headers } = send(path);
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers.etag).toMatch(/^W\/"[\w-]{27}"$/);
  for (const tag of [headers.etag, String(headers.etag).replace('W/', ''), `"other", ${headers.etag}`, '*']) {
    const again = send(path, { 'if-none-match': String(tag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers.etag).toBe(headers.etag);
    expect(again.headers).not.toHaveProperty('content-type');
  }
  expect(send(path, { 'if-none-match': '"other"' }).status).toBe(200);
});

test('HEAD has the headers of GET and no body; other methods are refused, and other paths do not exist', () => {
  const head = send('/', { 'accept-encoding': 'gzip' }, 'HEAD');
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect(head.headers).toEqual(send('/', { 'accept-encoding': 'gzip' }).headers);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const { status, headers } = send('/', {}, method);
    expect([status, headers.allow, headers['cache-control']]).toEqual([405, 'GET, HEAD', 'no-store']);
  }
  for (const path of ['/console', '/console/', '/v1/me', '/index.html', '//', '/__proto__', '/console/../app.js']) {
    expect(send(path).status, path).toBe(404);
  }
});

test('The address of the API cannot leave its attribute', () => {
  const page = consolePage('<html lang="en">', 'api', 'https://x.example/"><script>&amp;');
  expect(page).toBe('<html lang="en" data-api="https://x.example/&#34;&#62;&#60;script&#62;&#38;amp;">');
  expect(() => consolePage('<html>', 'api', 'x')).toThrow('has no <html lang="en">');
});
