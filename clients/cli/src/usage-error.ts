/** Invalid usage of a command: exit code 2. The message says what is wrong, in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
