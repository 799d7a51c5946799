/** The bucket with the content that is too large for rows. */
export interface ContentStore {
  put(key: string, text: string): Promise<void>;
  /** Returns the text of an object; `undefined` if there is none. */
  get(key: string): Promise<string | undefined>;
  /** Marks an object that no row names, so that the bucket deletes it in time. Never throws. */
  markUnused(key: string): Promise<void>;
}
