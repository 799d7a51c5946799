import type { Disturbance } from '../disturbance.ts';
import type { EndpointRecord, OperationOutcome, OperationRecord, Reply } from '../history.ts';
import type { Plan, PlannedOperation } from '../plan.ts';
import type { Api, Exchange } from './api.ts';
import type { FixtureOrganization } from './fixture.ts';
import type { Mailer } from './mailer.ts';
import type { Receivers } from './receivers.ts';
import { REQUESTS } from './requests.ts';

export interface WorkloadProps {
  readonly plan: Plan;
  readonly organizations: readonly FixtureOrganization[];
  readonly api: Api;
  readonly mailer: Mailer;
  readonly receivers: Receivers;
  /** Operations at once. */
  readonly concurrency: number;
  /** Resolves when the service has not much work left. Without pauses a slow machine would only gather a backlog. */
  untilReady(): Promise<void>;
  disturb(disturbance: Disturbance): void;
  /** An event of an organization that a follower has seen, chosen by a number from 0 to 1. */
  someEvent(organization: number, choice: number): string | undefined;
  onProgress(done: number): void;
}

/** The text by which everything that an operation creates is found. It is a valid handle. */
function markerOf(seed: number, index: number): string {
  return `f${seed}x${String(index).padStart(6, '0')}z`;
}

/**
 * Runs the operations of a plan. Each waits for the one that it refers to, so the plan decides what is done to what.
 */
export class Workload {
  readonly #props: WorkloadProps;
  readonly #records: Promise<OperationRecord>[] = [];
  #done = 0;

  constructor(props: WorkloadProps) {
    this.#props = props;
  }

  async run(): Promise<OperationRecord[]> {
    const { operations, disturbances } = this.#props.plan;
    const due = [...disturbances];
    let next = 0;
    const client = async () => {
      for (;;) {
        await this.#props.untilReady();
        const planned = operations[next];
        if (planned === undefined) return;
        next += 1;
        while (due[0] !== undefined && due[0].before <= planned.index) {
          const [first] = due.splice(0, 1);
          if (first !== undefined) this.#props.disturb(first.disturbance);
        }
        const record = this.#perform(planned);
        this.#records[planned.index] = record;
        await record;
        this.#props.onProgress(++this.#done);
      }
    };
    await Promise.all(Array.from({ length: this.#props.concurrency }, client));
    return Promise.all(this.#records);
  }

  async #perform(planned: PlannedOperation): Promise<OperationRecord> {
    const marker = markerOf(this.#props.plan.seed, planned.index);
    const on = planned.on === undefined ? undefined : await this.#records[planned.on];
    const startedAt = Date.now();
    const isSkipped = on !== undefined && on.outcome.kind !== 'acknowledged';
    const exchange = isSkipped ? SKIPPED : await this.#exchange(planned, marker, replyOf(on?.outcome));
    const record = { planned, marker, startedAt, endedAt: Date.now(), ...exchange };
    if (planned.kind === 'create-webhook') this.#register(record);
    return record;
  }

  async #exchange(planned: PlannedOperation, marker: string, on: Reply): Promise<Exchange> {
    const { api, organizations, receivers } = this.#props;
    const organization = organizations[planned.organization] as FixtureOrganization;
    const agent = organization.agents[planned.agent];
    const other = organizations[planned.other.organization]?.agents[planned.other.agent];
    if (agent === undefined || other === undefined) throw new Error('the plan names an unknown agent');
    if (planned.kind === 'receive-mail') return this.#receiveMail(marker, agent.address);
    const request = REQUESTS[planned.kind]({
      planned,
      marker,
      organization,
      agent,
      other,
      on,
      someEventId: this.#props.someEvent(planned.organization, planned.choice),
      receiverUrl: receivers.url('ok', marker),
    });
    return request === undefined ? SKIPPED : api.send({ ...request, idempotencyKey: `key-of-${marker}` }, planned);
  }

  async #receiveMail(marker: string, address: string): Promise<Exchange> {
    const requests = await this.#props.mailer.send(address, marker);
    const outcome: OperationOutcome = requests === undefined ? { kind: 'unknown' } : { kind: 'acknowledged', body: {} };
    return { outcome, requests: requests ?? 0, repeats: [] };
  }

  #register({ planned, marker, outcome, endedAt }: OperationRecord): void {
    const { id, secret } = replyOf(outcome) as { id?: string; secret?: string };
    if (id === undefined || secret === undefined) return;
    this.#props.receivers.know(marker, { id, secret });
    const endpoint: EndpointRecord = {
      id,
      behaviour: 'ok',
      eventTypes: ['a2a.settings.updated'],
      registeredAt: endedAt,
    };
    this.#props.organizations[planned.organization]?.endpoints.push(endpoint);
  }
}

const SKIPPED: Exchange = { outcome: { kind: 'skipped' }, requests: 0, repeats: [] };

function replyOf(outcome: OperationOutcome | undefined): Reply {
  return outcome?.kind === 'acknowledged' ? outcome.body : {};
}
