/** The bucket with the content that is too large for rows. */
export interface ContentStore {
  put(key: string, text: string): Promise<void>;
  /** Returns the text of an object; `undefined` if there is none. */
  get(key: string): Promise<string | undefined>;
  putBytes(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns the bytes of an object; `undefined` if there is none. */
  getBytes(key: string): Promise<Uint8Array | undefined>;
  /** Marks an object that no row names, so that the bucket deletes it in time. Never throws. */
  markUnused(key: string): Promise<void>;
}
