import type { WireError } from './protocol.ts';

/** A function threw, could not load, ran out of time or died. Lambda calls this a function error. */
export class FunctionError extends Error {
  readonly errorType: string;
  readonly timedOut: boolean;

  constructor({ errorType, errorMessage }: Pick<WireError, 'errorType' | 'errorMessage'>, timedOut = false) {
    super(errorMessage);
    this.name = 'FunctionError';
    this.errorType = errorType;
    this.timedOut = timedOut;
  }
}
