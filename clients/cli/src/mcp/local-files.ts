import { constants } from 'node:fs';
import { type FileHandle, open, realpath, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isSavedName } from './saved-names.ts';

/** A file that may not or cannot be used. The message is for the model: which file, what is wrong, what to do. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/** The folders that the user has named, each for one purpose. None by default. */
export interface FileFolders {
  /** The model may attach the files in these. */
  readonly read: readonly string[];
  /** It may save attachments in these. */
  readonly save: readonly string[];
}

/**
 * The files on this machine that a model may attach and write: those in the folders that the user has named for it,
 * except hidden ones. A model acts on messages from strangers, so nothing else may be in its reach, and it must not
 * learn what else there is: a file outside is refused in the same words whether it exists or not.
 */
export class LocalFiles {
  readonly #read: readonly string[];
  readonly #save: readonly string[];
  readonly #place: string;

  /** Relative paths are resolved against `place`. */
  constructor({ read, save }: FileFolders, place: string) {
    this.#place = place;
    this.#read = read.map((folder) => resolve(place, withHome(folder)));
    this.#save = save.map((folder) => resolve(place, withHome(folder)));
  }

  /** Whether any file may be attached. */
  get canRead(): boolean {
    return this.#read.length > 0;
  }

  /** Whether any attachment may be saved. */
  get canSave(): boolean {
    return this.#save.length > 0;
  }

  /** The content of a file. `limit` is the reason for `maxBytes`, for the error message. */
  async read(path: string, maxBytes: number, limit: string): Promise<Buffer> {
    if (!this.canRead) throw new FileProblem(`${path}: no file may be attached. ${START} --files <folder>.`);
    const outside = `${path} is not a file in the folders for attachments: ${this.#read.join(', ')}.`;
    const real = await this.#inside(path, this.#read, (wanted) => realpath(wanted), outside);
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
    const file = await open(real, flags).catch((error) => fail(path, error));
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw new FileProblem(outside);
      if (stat.size > maxBytes)
        throw new FileProblem(`${path} has ${stat.size} bytes; the limit is ${maxBytes}: ${limit}`);
      return await file.readFile();
    } finally {
      await file.close();
    }
  }

  /** Creates a file that only its owner can read. Fails if it exists. Returns its path. */
  async create(path: string, content: AsyncIterable<Uint8Array>): Promise<{ path: string; size: number }> {
    if (!this.canSave) throw new FileProblem(`${path}: no file may be saved. ${START} --save <folder>.`);
    const inFolder = async (wanted: string) => join(await realpath(dirname(wanted)), basename(wanted));
    const outside = `${path} is not in the folders for saved files: ${this.#save.join(', ')}.`;
    const real = await this.#inside(path, this.#save, inFolder, outside);
    const name = basename(real);
    if (!isSavedName(name)) {
      throw new FileProblem(
        `${name} is not a name for a saved file: use letters, digits, spaces and ._-(), and no name of a file that gives instructions to agents.`,
      );
    }
    const file = await open(real, 'wx', 0o600).catch((error) => fail(path, error));
    try {
      return { path: real, size: await fill(file, content) };
    } catch (error) {
      await rm(real, { force: true });
      throw error;
    }
  }

  /** The real path of a file, which is in one of the folders before and after links are resolved. */
  async #inside(
    path: string,
    folders: readonly string[],
    real: (wanted: string) => Promise<string>,
    outside: string,
  ): Promise<string> {
    const wanted = resolve(this.#place, withHome(path));
    const inside = folders.map((folder) => innerPath(folder, wanted)).find((inner) => inner !== undefined);
    if (inside === undefined) throw new FileProblem(outside);
    if (isHidden(inside)) throw new FileProblem(`${path} is hidden or in a hidden folder, and may not be used.`);
    // What the system says about a path that may lead outside would show what is there.
    const found = await real(wanted).catch(() => undefined);
    if (found === undefined) throw new FileProblem(outside);
    for (const folder of folders) {
      const inner = innerPath(await realpath(folder).catch(() => folder), found);
      if (inner !== undefined && !isHidden(inner)) return found;
    }
    throw new FileProblem(outside);
  }
}

const START = 'Tell the person you work for to start aid mcp with';

/** The path within the folder; `undefined` for what is not in it, and for the folder itself. */
function innerPath(folder: string, path: string): string | undefined {
  const inside = relative(folder, path);
  return inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? undefined : inside;
}

function isHidden(inside: string): boolean {
  return inside.split(sep).some((name) => name.startsWith('.'));
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

/** The problem with a file that is inside. */
function fail(path: string, error: NodeJS.ErrnoException): never {
  const { code, message } = error;
  if (code === 'EEXIST') throw new FileProblem(`${path} already exists; choose another name for save_to.`);
  if (code === 'EACCES' || code === 'EPERM') throw new FileProblem(`This user may not open ${path}.`);
  throw new FileProblem(`${path} cannot be used: ${message}.`);
}
