import type { OperationRecord, Reply } from '../history.ts';
import type { Kind, PlannedOperation } from '../plan.ts';
import type { ApiRequest } from './api.ts';
import type { FixtureAgent, FixtureOrganization } from './fixture.ts';

/** What the request of an operation is made from. */
interface RequestContext {
  readonly planned: PlannedOperation;
  readonly marker: string;
  readonly organization: FixtureOrganization;
  readonly agent: FixtureAgent;
  readonly other: FixtureAgent;
  /** The reply to the operation that this one refers to. */
  readonly on: Reply;
  /** An event of the organization; undefined if none is known yet. */
  readonly someEventId: string | undefined;
  /** The URL of a new endpoint. */
  readonly receiverUrl: string;
}

type RequestMaker = (context: RequestContext) => Omit<ApiRequest, 'idempotencyKey'> | undefined;

const REPLY_STATES = ['working', 'working', 'input_required', 'completed'] as const;

/** How many redemptions of a lease succeed. Bursts have more. */
const MAX_USES = 3;

/** The share of messages with content that is too large for a row, and its size. */
const LARGE_SHARE = 0.15;
const LARGE_CHARACTERS = 40_000;

/** The text of a message of a task. */
function textOf({ planned, marker }: Pick<RequestContext, 'planned' | 'marker'>): string {
  return planned.choice >= 1 - LARGE_SHARE ? `${marker} ${'x'.repeat(LARGE_CHARACTERS)}` : marker;
}

const post = (key: string, path: string, body?: unknown) => ({ key, method: 'POST', path, body });

/** The request of each kind of operation; `undefined` if there is nothing to do. Mail that arrives is not a request. */
export const REQUESTS: Readonly<Record<Exclude<Kind, 'receive-mail'>, RequestMaker>> = {
  'send-mail': ({ planned, marker, agent, other }) =>
    post(agent.key, `/v1/identities/${agent.id}/mail/send`, {
      to: planned.choice < 0.4 ? other.address : 'ada@elsewhere.example',
      subject: marker,
      text: 'It is on its way.',
    }),
  'create-task': ({ planned, marker, agent, other }) =>
    post(agent.key, '/v1/a2a/tasks', { to_identity_id: other.id, message: textOf({ planned, marker }) }),
  'message-task': ({ planned, marker, agent, on }) =>
    post(agent.key, `/v1/a2a/tasks/${on.id}/messages`, { message: textOf({ planned, marker }) }),
  'reply-task': ({ planned, marker, other, on }) => {
    const state = REPLY_STATES[Math.floor(planned.choice * REPLY_STATES.length)];
    return post(other.key, `/v1/a2a/tasks/${on.id}/reply`, { state, message: textOf({ planned, marker }) });
  },
  'cancel-task': ({ marker, agent, on }) => post(agent.key, `/v1/a2a/tasks/${on.id}/cancel`, { reason: marker }),
  'put-settings': ({ marker, agent }) => ({
    key: agent.key,
    method: 'PUT',
    path: `/v1/identities/${agent.id}/a2a/settings`,
    body: { description: marker },
  }),
  'create-rule': ({ marker, organization, agent }) =>
    post(organization.key, '/v1/a2a/contact-rules', { identity_id: agent.id, handle: marker, action: 'allow' }),
  'create-secret': ({ marker, agent }) => post(agent.key, '/v1/vault/secrets', { name: marker, value: marker }),
  'rotate-secret': ({ marker, agent, on }) => post(agent.key, `/v1/vault/secrets/${on.id}/rotate`, { value: marker }),
  'create-lease': ({ marker, agent, on, planned }) =>
    post(agent.key, '/v1/vault/leases', {
      secret_id: on.id,
      max_uses: 1 + Math.floor(planned.choice * MAX_USES),
      ttl_seconds: 86_400,
      purpose: marker,
    }),
  'redeem-lease': ({ planned, organization, agent, on }) =>
    post(planned.choice < 0.5 ? organization.key : agent.key, `/v1/vault/leases/${on.id}/redeem`, {
      lease_token: on.lease_token,
    }),
  'create-contact': ({ marker, agent }) =>
    post(agent.key, '/v1/contacts', { display_name: marker, emails: [`${marker}@example.com`] }),
  'create-key': ({ marker, organization }) => post(organization.key, '/v1/api-keys', { name: marker }),
  'create-webhook': ({ organization, receiverUrl }) =>
    post(organization.key, '/v1/webhooks', { url: receiverUrl, event_types: ['a2a.settings.updated'] }),
  'test-webhook': ({ organization }) => {
    const [endpoint] = organization.endpoints;
    return endpoint && post(organization.key, `/v1/webhooks/${endpoint.id}/test`);
  },
  'replay-event': ({ organization, someEventId }) =>
    someEventId === undefined ? undefined : post(organization.key, `/v1/events/${someEventId}/replay`),
};

/** The refusals that an operation may get, because others run at the same time. */
const ALLOWED_REFUSALS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  'message-task': ['a2a.task_terminal'],
  'reply-task': ['a2a.task_terminal'],
  'cancel-task': ['a2a.task_terminal'],
  'redeem-lease': ['vault.lease_exhausted'],
};

export function isAllowedRefusal({ planned, outcome }: OperationRecord): boolean {
  return outcome.kind === 'refused' && (ALLOWED_REFUSALS[planned.kind] ?? []).includes(outcome.code);
}
