import type { ContentStore } from '#shared/data/content-store.ts';

/** A content store in memory that shows what it holds. */
export interface MemoryContents extends ContentStore {
  readonly objects: Map<string, string>;
  readonly unused: Set<string>;
}

export function memoryContents(): MemoryContents {
  const objects = new Map<string, string>();
  const unused = new Set<string>();
  return {
    objects,
    unused,
    put: async (key, text) => void objects.set(key, text),
    get: async (key) => objects.get(key),
    markUnused: async (key) => void unused.add(key),
  };
}
