/** Why the stack cannot start, in one line for the person at the terminal. No stack trace belongs to it. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}
