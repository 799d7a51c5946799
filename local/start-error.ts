/** Why the stack cannot start, in one line for the person at the terminal. It is shown without a stack trace. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}
