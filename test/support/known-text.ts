import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The forms in which a text could be found in a dump: plain, as JSON, in hexadecimal and in base64. */
export function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  // In base64 a text looks different at each of three offsets. The characters at both ends depend on the neighbours.
  const encoded = [0, 1, 2].map((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return shifted.slice(offset === 0 ? 0 : 4, -2);
  });
  const json = JSON.stringify(text).slice(1, -1);
  const forms = [
    text,
    json,
    JSON.stringify(json).slice(1, -1),
    bytes.toString('hex'),
    ...encoded,
    ...encoded.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...new Set(forms)];
}

/** All bytes of all files below a folder, by path. */
export async function filesBelow(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));
}

/** The files that hold a text in any of its forms, with the form. */
export function placesOf(text: string, files: ReadonlyMap<string, Buffer>): string[] {
  return formsOf(text).flatMap((form) =>
    [...files].filter(([, bytes]) => bytes.includes(form)).map(([file]) => `${file}: ${form}`),
  );
}
