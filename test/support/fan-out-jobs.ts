import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { fanOut } from '../../functions/workers/deliver-webhook/fan-out.ts';
import { type DeliveryJob, type FanOutJob, JOB_SCHEMAS } from '../../shared/contract/jobs.ts';

/** Runs jobs that create deliveries as the delivery worker does, with a queue that keeps what is enqueued. */
export class FanOutJobs {
  readonly #sqs = mockClient(SQSClient);

  /** Forgets what was enqueued. */
  reset(): void {
    process.env.DELIVERY_QUEUE_URL = 'https://queue.test/delivery';
    this.#sqs.reset();
    this.#sqs.on(SendMessageBatchCommand).resolves({});
  }

  /** Runs a job, and those that it enqueues for further endpoints. */
  async run(job: FanOutJob): Promise<void> {
    for (let next: FanOutJob | undefined = job; next !== undefined; next = this.next(next)?.job) await fanOut(next);
  }

  /** The job that a job has enqueued for the endpoints after its own, with its delay in seconds. */
  next({ eventId, replay, after = '' }: FanOutJob): { job: FanOutJob; delay: number } | undefined {
    return this.#messages()
      .flatMap(({ job, delay }) => ('kind' in job ? [{ job, delay }] : []))
      .find(({ job }) => job.eventId === eventId && job.replay?.id === replay?.id && (job.after ?? '') > after);
  }

  /** The attempts that were enqueued since the last call. */
  enqueued(): DeliveryJob[] {
    const jobs = this.#messages().flatMap(({ job }) => ('kind' in job ? [] : [job]));
    this.#sqs.resetHistory();
    return jobs;
  }

  /** The delays in seconds of the attempts that were enqueued since the last reset. */
  delays(): number[] {
    return this.#messages().flatMap(({ job, delay }) => ('kind' in job ? [] : [delay]));
  }

  #messages() {
    const entries = this.#sqs.commandCalls(SendMessageBatchCommand).flatMap(({ args }) => args[0].input.Entries ?? []);
    return entries.map(({ MessageBody, DelaySeconds }) => ({
      job: JOB_SCHEMAS.delivery.parse(JSON.parse(MessageBody ?? '')),
      delay: DelaySeconds ?? 0,
    }));
  }
}
