import { constants } from 'node:fs';
import { type FileHandle, open, realpath, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';

/** A file that may not or cannot be used. The message is for the model: which file, what is wrong, what to do. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/**
 * The files on this machine that a model may attach and write: those in certain folders, except hidden ones. A model
 * acts on messages from strangers, so the user's keys and settings must be out of its reach.
 */
export class LocalFiles {
  readonly #folders: readonly string[];
  readonly #place: string;

  /** Relative paths are resolved against `place`. */
  constructor(folders: readonly string[], place: string) {
    this.#place = place;
    this.#folders = folders.map((folder) => resolve(place, withHome(folder)));
  }

  /** The folders in words. */
  get where(): string {
    return this.#folders.length === 0 ? 'none; start aid mcp with --files <folder>' : this.#folders.join(', ');
  }

  /** The content of a file. `limit` is the reason for `maxBytes`, for the error message. */
  async read(path: string, maxBytes: number, limit: string): Promise<Buffer> {
    const real = await realpath(this.#resolved(path)).catch((error) => fail(path, error));
    await this.#check(path, real);
    const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK).catch((error) => fail(path, error));
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw new FileProblem(`${path} is not a file.`);
      if (stat.size > maxBytes)
        throw new FileProblem(`${path} has ${stat.size} bytes; the limit is ${maxBytes}: ${limit}`);
      return await file.readFile();
    } finally {
      await file.close();
    }
  }

  /** Creates a file that only its owner can read. Fails if it exists. Returns its path. */
  async create(path: string, content: AsyncIterable<Uint8Array>): Promise<{ path: string; size: number }> {
    const wanted = this.#resolved(path);
    const folder = await realpath(dirname(wanted)).catch((error) => fail(path, error));
    const real = join(folder, basename(wanted));
    await this.#check(path, real);
    const file = await open(real, 'wx', 0o600).catch((error) => fail(path, error));
    try {
      return { path: real, size: await fill(file, content) };
    } catch (error) {
      await rm(real, { force: true });
      throw error;
    }
  }

  #resolved(path: string): string {
    return resolve(this.#place, withHome(path));
  }

  async #check(path: string, real: string): Promise<void> {
    for (const folder of this.#folders) {
      const inside = relative(await realpath(folder).catch(() => folder), real);
      if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) continue;
      if (!inside.split(sep).some((name) => name.startsWith('.'))) return;
      throw new FileProblem(`${path} is hidden or in a hidden folder, and may not be used.`);
    }
    throw new FileProblem(`${path} is outside the allowed folders: ${this.where}.`);
  }
}

/** The default folders for files: the current folder, unless that is the root. */
export function usualFolders(place: string): readonly string[] {
  return parse(place).root === place ? [] : [place];
}

async function fill(file: FileHandle, content: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  try {
    for await (const part of content) {
      await file.write(part);
      size += part.length;
    }
  } finally {
    await file.close();
  }
  return size;
}

function withHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
}

function fail(path: string, error: NodeJS.ErrnoException): never {
  const { code, message } = error;
  if (code === 'ENOENT') throw new FileProblem(`${path} does not exist.`);
  if (code === 'EEXIST') throw new FileProblem(`${path} already exists; choose another name for save_to.`);
  if (code === 'EISDIR') throw new FileProblem(`${path} is a folder.`);
  if (code === 'EACCES' || code === 'EPERM') throw new FileProblem(`This user may not open ${path}.`);
  throw new FileProblem(`${path} cannot be used: ${message}.`);
}
