import type { TRACE_STEP_KINDS } from '#shared/contract/schemas/trace.ts';
import type { Task } from '#shared/data/entities/a2a/task.ts';
import type { Approval } from '#shared/data/entities/approval/approval.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import type { EventRow } from '#shared/data/entities/log/event.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import type { Row } from '#shared/data/table-client.ts';

/** The kind of a step. Its place in the list is its place among steps of the same time. */
type StepKind = (typeof TRACE_STEP_KINDS)[number];

/** One thing that has happened. See: docs/contract/trace.md. */
export interface Step {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: StepKind;
  /** The id of the message, task, event, delivery or approval that it is about. */
  readonly id: string;
  /** One line for people. */
  readonly summary: string;
  readonly status: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What a trace is about, by the id of each. All of it belongs to the reader, who may see it. */
export class Trace {
  readonly messages = new Map<string, Message>();
  readonly tasks = new Map<string, Task>();
  readonly approvals = new Map<string, Approval>();
  readonly events = new Map<string, Row<EventRow>>();
  readonly deliveries = new Map<string, Delivery>();
  /** Where something is left out, because a trace has no more. */
  readonly limits: Step[] = [];

  get isEmpty(): boolean {
    return this.size === 0;
  }

  /** How many things it has. */
  get size(): number {
    const { messages, tasks, approvals, events, deliveries } = this;
    return [messages, tasks, approvals, events, deliveries].reduce((sum, { size }) => sum + size, 0);
  }

  /** The ids of the things that its events are about. */
  get aggregateIds(): ReadonlySet<string> {
    const named = [...this.events.values()].flatMap(({ aggregateId }) => aggregateId ?? []);
    return new Set([...this.messages.keys(), ...this.tasks.keys(), ...this.approvals.keys(), ...named]);
  }

  /** The id of what it is about: a message or a task, if it has one. */
  get subject(): string {
    const [id = ''] = [...this.aggregateIds, ...this.events.keys(), ...this.deliveries.keys()];
    return id;
  }
}
