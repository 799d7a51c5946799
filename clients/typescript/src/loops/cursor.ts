/** Where a follower keeps its place in the log. */
export interface Cursor {
  /** The place, or nothing if none was saved yet. */
  load(): Promise<string | null | undefined> | string | null | undefined;
  save(cursor: string): Promise<void> | void;
}

interface FileHandle {
  writeFile(text: string): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What is used of `node:fs/promises`, which Node, Bun and Deno have, and bundlers for browsers do not find. */
interface Files {
  readFile(path: string, encoding: 'utf8'): Promise<string>;
  open(path: string, flags: 'w'): Promise<FileHandle>;
  rename(from: string, to: string): Promise<void>;
}

interface Runtime {
  getBuiltinModule?(name: string): Files | undefined;
}

/**
 * A cursor in a file, for one follower: `aid.events.follow({ cursor: fileCursor('place') })`. A crash leaves the old
 * place or the new one.
 */
export function fileCursor(path: string): Cursor {
  const { process } = globalThis as { process?: Runtime };
  const files = process?.getBuiltinModule?.('node:fs/promises');
  if (files === undefined) throw new Error('fileCursor needs Node 22.3 or newer, Bun or Deno: this has no files');
  return {
    async load() {
      try {
        return (await files.readFile(path, 'utf8')).trim();
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async save(cursor) {
      const file = await files.open(`${path}.new`, 'w');
      try {
        await file.writeFile(cursor);
        await file.sync();
      } finally {
        await file.close();
      }
      await files.rename(`${path}.new`, path);
    },
  };
}
