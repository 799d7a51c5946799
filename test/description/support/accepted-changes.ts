import type { ErrorCode } from '#shared/domain/errors/errors.ts';
import type { BreakingChange } from './breaking-changes.ts';

/** Types of events that are new since the last release, and the components of their records and bodies. */
const NEW_EVENT_TYPES = [
  'approval.decided',
  'approval.requested',
  'grant.created',
  'grant.revoked',
  'identity_token.issued',
  'mail.draft_failed',
  'mail.labeled',
  'mail.unsubscribed',
  'short_key.issued',
] as const;
const NEW_EVENTS = [
  'MailDraftFailed',
  'MailLabeled',
  'MailUnsubscribed',
  'IdentityTokenIssued',
  'Grant',
  'ApprovalRequested',
  'ApprovalDecided',
  'ShortKeyIssued',
] as const;

/** Every release may add types of events. */
const REASON_OF_EVENTS =
  'Programs pass over events of a type that they do not know, and the libraries of the last release do.';

const componentsOf = (suffix: string) => NEW_EVENTS.map((name) => `#/components/schemas/${name}${suffix}`).join(', ');

function acceptedVariants(path: string, property: string): BreakingChange {
  return {
    id: 'response-property-one-of-added',
    operation: 'GET',
    path,
    text: `added \`${componentsOf('Event')}\` to the \`${property}\` response property \`oneOf\` list for the response status \`200\``,
  };
}

function newValue(value: string, operation: string, path: string, property: string, status = '200'): BreakingChange {
  return {
    id: 'response-property-enum-value-added',
    operation,
    path,
    text: `added the new \`${value}\` enum value to the \`${property}\` response property for the response status \`${status}\``,
  };
}

function acceptedTypes(operation: string, path: string, property: string, status = '200'): BreakingChange[] {
  return NEW_EVENT_TYPES.map((type) => newValue(type, operation, path, property, status));
}

const REASON_OF_HELD_LEASES =
  'A lease is held, and has no token, only if approval settings say so, which the last release does not have.';

const OF_HELD_LEASES: readonly BreakingChange[] = [
  newValue('held', 'GET', '/v1/vault/leases', 'leases/items/status'),
  {
    id: 'response-property-became-optional',
    operation: 'POST',
    path: '/v1/vault/leases',
    text: 'the response property `lease_token` became optional for the status `201`',
  },
  newValue('held', 'POST', '/v1/vault/leases', 'status', '201'),
  newValue('held', 'POST', '/v1/vault/leases/{id}/redeem', 'lease/status'),
  newValue('held', 'POST', '/v1/vault/leases/{id}/revoke', 'status'),
];

const REASON_OF_HELD_TUNNELS =
  'A tunnel is held only if approval settings say so, which the last release does not have.';

const OF_HELD_TUNNELS: readonly BreakingChange[] = [
  newValue('held', 'GET', '/v1/tunnels', 'tunnels/items/status'),
  newValue('held', 'POST', '/v1/tunnels', 'status', '201'),
  newValue('held', 'GET', '/v1/tunnels/{id}', 'status'),
];

const REASON_OF_HELD_EMAILS =
  'An email is held or denied only if approval settings say so, which the last release does not have.';

const heldMessages = (operation: string, path: string, property: string): BreakingChange[] =>
  ['denied', 'held'].map((value) => newValue(value, operation, path, property));

const REASON_OF_SENDS =
  'Without approval settings and without `send_at`, which the last release does not have, the status is `queued` as before.';

function sendStatuses(path: string): BreakingChange[] {
  return [
    {
      id: 'response-property-const-removed',
      operation: 'POST',
      path,
      text: 'the `status` response property const value `queued` was removed for the status `202`',
    },
    ...['held', 'queued', 'scheduled'].map((value) => newValue(value, 'POST', path, 'status', '202')),
  ];
}

const MAIL = '/v1/identities/{id}/mail';

/**
 * Changes since the last release that oasdiff takes for breaking, in its order, and the reason why each breaks no
 * client. An entry is removed when a release has the change.
 *
 * See: docs/releasing.md#what-a-change-of-the-description-may-break.
 */
export const ACCEPTED: readonly (BreakingChange & { readonly reason: string })[] = [
  ...because(
    REASON_OF_EVENTS,
    acceptedVariants('/v1/events', 'events/items'),
    ...acceptedTypes('GET', '/v1/events/streams', 'streams/items/types/items'),
    acceptedVariants('/v1/events/wait', 'event/anyOf[#/components/schemas/Event]'),
  ),
  ...because(
    REASON_OF_HELD_EMAILS,
    ...heldMessages('GET', `${MAIL}/messages`, 'messages/items/status'),
    ...heldMessages('GET', `${MAIL}/messages/{mid}`, 'status'),
    ...heldMessages('PATCH', `${MAIL}/messages/{mid}`, 'status'),
  ),
  ...because(REASON_OF_SENDS, ...sendStatuses(`${MAIL}/messages/{mid}/forward`), ...sendStatuses(`${MAIL}/send`)),
  ...because(REASON_OF_HELD_EMAILS, ...heldMessages('GET', `${MAIL}/threads/{tid}`, 'messages/items/status')),
  ...because(REASON_OF_HELD_TUNNELS, ...OF_HELD_TUNNELS),
  ...because(REASON_OF_HELD_LEASES, ...OF_HELD_LEASES),
  ...because(
    REASON_OF_EVENTS,
    ...acceptedTypes('GET', '/v1/webhooks', 'webhooks/items/event_types/items'),
    ...acceptedTypes('POST', '/v1/webhooks', 'event_types/items', '201'),
    ...acceptedTypes('PATCH', '/v1/webhooks/{id}', 'event_types/items'),
  ),
  ...because('The parameter is now one of the path, which has several operations.', {
    id: 'request-parameter-removed',
    operation: 'GET',
    path: `${MAIL}/messages`,
    text: 'deleted the `path` request parameter `id`',
  }),
  ...because(REASON_OF_EVENTS, {
    id: 'request-body-one-of-removed',
    operation: 'POST',
    path: 'webhook:event',
    text: `removed \`${componentsOf('Body')}\` from the request body \`oneOf\` list`,
  }),
];

function because(reason: string, ...changes: readonly BreakingChange[]) {
  return changes.map((change) => ({ ...change, reason }));
}

/**
 * Error codes that are new since the last release. oasdiff finds them in every response with an error. Each breaks no
 * client: it is returned by new operations only, to a request with a new field, or to a person who has set up a second
 * factor, or in an organization that requires one. An entry is removed when a release has the code.
 */
export const NEW_ERROR_CODES: readonly ErrorCode[] = [
  'approval.changed',
  'approval.closed',
  'approval.pending',
  'auth.second_factor_active',
  'auth.second_factor_required',
  'auth.second_factor_setup',
  'auth.token_refused',
  'identity_token.audience',
  'mail.draft_closed',
  'member.duplicate',
  'member.last_owner',
  'member.limit_reached',
  'trusted_issuer.duplicate',
  'trusted_issuer.limit_reached',
  'vault.lease_claimed',
  'webhook.disabled',
];

/**
 * Regular expressions that the last release wrote in another way, and that match the same texts. oasdiff takes any
 * other expression for a breaking change. An entry is removed when a release has the new form.
 */
export const REWRITTEN: readonly { readonly before: string; readonly after: string }[] = [];
