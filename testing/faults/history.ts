import type { Incident } from './disturbance.ts';
import type { PlannedOperation } from './plan.ts';

/** What a client knows of one operation. Times are epoch milliseconds of the process that runs the clients. */
export interface OperationRecord {
  readonly planned: PlannedOperation;
  /** The text that everything which the operation creates contains, and nothing else. */
  readonly marker: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly requests: number;
  readonly outcome: OperationOutcome;
  /** The replies to the same request, sent again with the same idempotency key. */
  readonly repeats: readonly RepeatedReply[];
}

export type OperationOutcome =
  | { readonly kind: 'acknowledged'; readonly body: Reply }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  /** No definite response until the end of the run. */
  | { readonly kind: 'unknown' }
  /** It was not sent, because what it refers to was refused. */
  | { readonly kind: 'skipped' };

export interface RepeatedReply {
  readonly isSame: boolean;
  readonly text: string;
}

/** The fields of replies that the run reads. */
export interface Reply {
  readonly id?: string;
  readonly [field: string]: unknown;
}

export interface LogEvent {
  readonly id: string;
  readonly type: string;
  readonly identity_id: string | null;
  readonly aggregate_id: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly created_at: string;
}

export interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly created_at: string;
}

/** A request that a receiver got. */
export interface Arrival {
  readonly at: number;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  /** What a receiver that checks signatures says: `genuine`, or what is wrong. */
  readonly signature: string;
  /** A digest of the body. */
  readonly body: string;
  /** When its sender signed it, in whole seconds as the header says. */
  readonly signedAt: number;
  /** When a 2xx had been sent; undefined if the response was another one, or none. */
  readonly succeededAt: number | undefined;
}

/** How a receiver behaves, and so how its deliveries end. */
export type Behaviour =
  | 'ok'
  | 'slow'
  | 'fails-first'
  | 'hangs-first'
  | 'resets-after-200'
  | 'huge-response'
  | 'always-fails'
  | 'redirects';

export interface EndpointRecord {
  readonly id: string;
  readonly behaviour: Behaviour;
  /** Undefined if it receives all. */
  readonly eventTypes: readonly string[] | undefined;
  /** Events of operations that began later must be delivered. */
  readonly registeredAt: number;
}

/** What one follower of a log saw, in the order in which it saw it. */
export interface FollowerRecord {
  readonly name: string;
  readonly kind: 'wait' | 'stream' | 'history';
  readonly organization: number;
  /** Which events it follows. */
  readonly type?: string;
  readonly identityId?: string;
  readonly events: readonly Pick<LogEvent, 'id' | 'created_at'>[];
  /** Problems that the follower itself noticed. */
  readonly problems: readonly string[];
}

interface LeaseRow {
  readonly id: string;
  readonly secret_id: string;
  readonly purpose: string | null;
  readonly max_uses: number;
  readonly use_count: number;
}

/** The rows of one organization after the run. */
export interface OrganizationState {
  readonly id: string;
  readonly agentIds: readonly string[];
  /** Oldest first. */
  readonly events: readonly LogEvent[];
  readonly deliveries: readonly DeliveryRow[];
  readonly endpoints: readonly EndpointRecord[];
  readonly messages: readonly { id: string; direction: string; subject: string; status: string }[];
  readonly tasks: readonly {
    id: string;
    state: string;
    messages: readonly { parts: readonly { text?: string }[] }[];
  }[];
  readonly secrets: readonly { id: string; name: string; version: number }[];
  readonly leases: readonly LeaseRow[];
  /** The redeemed uses in the audit, by lease. */
  readonly redeemed: Readonly<Record<string, number>>;
  readonly contacts: readonly { id: string; display_name: string }[];
  readonly keys: readonly { id: string; name: string }[];
  readonly webhooks: readonly { id: string; url: string }[];
  readonly rules: readonly { id: string; handle: string }[];
}

/** Everything that the checker judges. */
export interface History {
  readonly operations: readonly OperationRecord[];
  readonly organizations: readonly OrganizationState[];
  readonly followers: readonly FollowerRecord[];
  readonly arrivals: readonly Arrival[];
  readonly incidents: readonly Incident[];
  /** Subjects of the emails that left the service, with repetitions. */
  readonly sentSubjects: readonly string[];
  readonly maxAttempts: number;
  /** Whether queues were empty and everything had ended before the deadline. */
  readonly isSettled: boolean;
}
