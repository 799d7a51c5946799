/** An error response of an AWS service. An SDK maps its type to an exception class. */
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
