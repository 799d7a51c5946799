/** A text in an email that makes `stuck-reader.ts` misbehave, which the real reader does not do on demand. */
export const LOOP = 'read me for ever';
export const EXHAUST_MEMORY = 'remember all of me';
/** Fills bytes outside of the heap until it is killed, as the system kills a process when memory is used up. */
export const FILL_MEMORY = 'copy all of me';
export const CRASH = 'end with me';
export const ABORT = 'abort with me';
export const THROW = 'throw me to where nothing catches';
/** Makes the reader write a {@link ReaderReport} as JSON into the snippet. */
export const WHO = 'who reads me';

/** The process of a reader, the variables of its environment, and what it may do besides parsing. */
export interface ReaderReport {
  readonly pid: number;
  readonly variables: readonly string[];
  readonly allowed: readonly string[];
}
