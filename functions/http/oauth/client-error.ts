/** An error that a client gets by its redirect URI. `location` is the URI with the error. */
export class ClientError extends Error {
  readonly location: string;

  constructor(location: string) {
    super('the client gets an error');
    this.name = 'ClientError';
    this.location = location;
  }
}
