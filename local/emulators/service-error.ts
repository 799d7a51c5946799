/** An error that an AWS service answers with: its type is what an SDK maps to an exception class. */
export class ServiceError extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, message: string, status = 400) {
    super(message);
    this.name = 'ServiceError';
    this.type = type;
    this.status = status;
  }
}
