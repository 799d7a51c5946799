/** A provider did not exchange an identity token. The message never contains the token. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  /** The status of the response; absent if there was none, or if it was not understood. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}
