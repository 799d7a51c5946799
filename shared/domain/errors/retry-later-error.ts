/**
 * Says that a job has to wait: for another worker, or for a row that another process has not written yet. The queue
 * delivers the job again. It is no failure of the service, so it is not counted as one.
 */
export class RetryLaterError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RetryLaterError';
  }
}
