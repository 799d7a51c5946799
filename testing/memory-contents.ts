import type { ContentStore } from '#shared/data/content-store.ts';

/** A content store in memory that shows what it holds. */
export interface MemoryContents extends ContentStore {
  readonly objects: Map<string, string>;
  /** The objects that are no text. */
  readonly bytes: Map<string, Uint8Array>;
  readonly unused: Set<string>;
}

export function memoryContents(): MemoryContents {
  const objects = new Map<string, string>();
  const bytes = new Map<string, Uint8Array>();
  const unused = new Set<string>();
  return {
    objects,
    bytes,
    unused,
    put: async (key, text) => void objects.set(key, text),
    get: async (key) => objects.get(key),
    putBytes: async (key, content) => void bytes.set(key, content),
    getBytes: async (key) => bytes.get(key),
    markUnused: async (key) => void unused.add(key),
  };
}
