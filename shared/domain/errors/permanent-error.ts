/**
 * An error that every retry would meet again: the input itself is wrong. Workers that repeat their input until it
 * succeeds, as the relay does, put such an input aside instead.
 */
export class PermanentError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PermanentError';
  }
}
