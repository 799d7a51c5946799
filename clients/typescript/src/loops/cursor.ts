import { builtinModule } from '../runtime.ts';

/** Where a follower saves its position in the log. */
export interface Cursor {
  /** The position, or `undefined` if none was saved yet. */
  load(): Promise<string | null | undefined> | string | null | undefined;
  save(cursor: string): Promise<void> | void;
}

interface FileHandle {
  writeFile(text: string): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The used part of `node:fs/promises`. */
interface Files {
  readFile(path: string, encoding: 'utf8'): Promise<string>;
  open(path: string, flags: 'w'): Promise<FileHandle>;
  rename(from: string, to: string): Promise<void>;
}

/**
 * A cursor in a file, for one follower: `aid.events.follow({ cursor: fileCursor('position') })`. A crash leaves either
 * the old or the new position.
 */
export function fileCursor(path: string): Cursor {
  const files = builtinModule<Files>('node:fs/promises');
  if (files === undefined)
    throw new Error('fileCursor needs Node 22.3 or newer, Bun or Deno: this runtime has no files');
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
