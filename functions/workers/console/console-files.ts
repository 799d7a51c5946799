import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { consolePage } from '#shared/domain/http/console-page.ts';

/** A file of the console, in both forms that browsers ask for. */
export interface ConsoleFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  /** The tag of its content, without the mark of a weak one. */
  readonly etag: string;
}

/**
 * The files of the console by their paths, from the folder of the bundle. The script and the style are compressed once,
 * when they are bundled; the page when it has learned the address of the API.
 */
export function readConsoleFiles(folder: string, api: string): ReadonlyMap<string, ConsoleFile> {
  const page = Buffer.from(consolePage(readFileSync(join(folder, 'index.html'), 'utf8'), 'api', api));
  const compressed = (name: string) => readFileSync(join(folder, `${name}.gz`));
  return new Map([
    ['/', fileOf('text/html', page, gzipSync(page))],
    ['/console/app.js', unpacked('text/javascript', compressed('app.js'))],
    ['/console/style.css', unpacked('text/css', compressed('style.css'))],
  ]);
}

function unpacked(type: string, gzip: Buffer): ConsoleFile {
  return fileOf(type, gunzipSync(gzip), gzip);
}

function fileOf(type: string, plain: Buffer, gzip: Buffer): ConsoleFile {
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 27);
  return { type: `${type}; charset=utf-8`, plain, gzip, etag: `"${digest}"` };
}
