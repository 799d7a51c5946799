import { readFile, writeFile } from 'node:fs/promises';

/** The compiler leaves the names of source files in declarations, which are not in the package. */
export async function nameCompiledFiles(path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/(?<=\bfrom |import\()'(\.[^']*)\.ts'/g, "'$1.js'"));
}
