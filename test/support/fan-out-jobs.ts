import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { fanOut } from '#functions/workers/delivery/fan-out.ts';
import { type DeliveryJob, type FanOutJob, JOB_SCHEMAS } from '#shared/contract/jobs.ts';

/** A fan-out job, and the seconds after which it runs. */
interface Turn {
  readonly job: FanOutJob;
  readonly delay: number;
}

/** Runs jobs that create deliveries as the delivery worker does, with a queue that keeps what is enqueued. */
export class FanOutJobs {
  readonly #sqs = mockClient(SQSClient);

  /** Forgets what was enqueued. */
  reset(): void {
    process.env.DELIVERY_QUEUE_URL = 'https://queue.test/delivery';
    this.#sqs.reset();
    this.#sqs.on(SendMessageBatchCommand).resolves({});
  }

  /** Runs a job, and those that it enqueues for its turn and for further endpoints. */
  async run(job: FanOutJob): Promise<void> {
    for (let next: FanOutJob | undefined = job; next !== undefined; ) {
      await fanOut(next);
      next = (next.isTurn === true ? undefined : this.turnOf(next)?.job) ?? this.next(next)?.job;
    }
  }

  /** The same job for its turn, if it was enqueued, with its delay in seconds. */
  turnOf(job: FanOutJob): Turn | undefined {
    return this.#turns(job).find(({ job: turn }) => turn.after === job.after);
  }

  /** The job that a job has enqueued for the endpoints after its own, with its delay in seconds. */
  next(job: FanOutJob): Turn | undefined {
    return this.#turns(job).find(({ job: turn }) => (turn.after ?? '') > (job.after ?? ''));
  }

  /** The jobs that were enqueued for the event, or the replay, of a job. */
  #turns({ eventId, replay }: FanOutJob): Turn[] {
    return this.#messages()
      .flatMap(({ job, delay }) => ('kind' in job ? [{ job, delay }] : []))
      .filter(({ job }) => job.eventId === eventId && job.replay?.id === replay?.id);
  }

  /** The attempts that were enqueued since the last call. */
  enqueued(): DeliveryJob[] {
    const jobs = this.#messages().flatMap(({ job }) => ('kind' in job ? [] : [job]));
    this.#sqs.resetHistory();
    return jobs;
  }

  #messages() {
    const entries = this.#sqs.commandCalls(SendMessageBatchCommand).flatMap(({ args }) => args[0].input.Entries ?? []);
    return entries.map(({ MessageBody, DelaySeconds }) => ({
      job: JOB_SCHEMAS.delivery.parse(JSON.parse(MessageBody ?? '')),
      delay: DelaySeconds ?? 0,
    }));
  }
}
