import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { consoleBundle } from '#local/console/console-bundle.ts';

/** What a browser loads before the console shows anything. */
const MAX_GZIP_BYTES = 100 * 1024;

test('Page, script and style of the console have at most 100 KB, compressed', async () => {
  const { script, style } = await consoleBundle();
  const page = readFileSync('clients/console/index.html', 'utf8');
  const sizes = [page, script, style].map((text) => gzipSync(text).length);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_GZIP_BYTES);
});

test('The console writes no HTML and runs no text as code', async () => {
  const { script } = await consoleBundle();
  expect(script).not.toMatch(/\beval\(|new Function\(|insertAdjacentHTML|document\.write|outerHTML\s*=(?!=)/);
});
