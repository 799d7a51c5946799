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
  'mail.unsubscribed',
  'short_key.issued',
] as const;
const NEW_EVENTS = [
  'MailDraftFailed',
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

function acceptedTypes(operation: string, path: string, property: string, status = '200'): BreakingChange[] {
  return NEW_EVENT_TYPES.map((type) => ({
    id: 'response-property-enum-value-added',
    operation,
    path,
    text: `added the new \`${type}\` enum value to the \`${property}\` response property for the response status \`${status}\``,
  }));
}

const OF_EVENTS: readonly BreakingChange[] = [
  acceptedVariants('/v1/events', 'events/items'),
  ...acceptedTypes('GET', '/v1/events/streams', 'streams/items/types/items'),
  acceptedVariants('/v1/events/wait', 'event/anyOf[#/components/schemas/Event]'),
  ...acceptedTypes('GET', '/v1/webhooks', 'webhooks/items/event_types/items'),
  ...acceptedTypes('POST', '/v1/webhooks', 'event_types/items', '201'),
  ...acceptedTypes('PATCH', '/v1/webhooks/{id}', 'event_types/items'),
  {
    id: 'request-body-one-of-removed',
    operation: 'POST',
    path: 'webhook:event',
    text: `removed \`${componentsOf('Body')}\` from the request body \`oneOf\` list`,
  },
];

const REASON_OF_HELD_LEASES =
  'A lease is held, and has no token, only if approval settings say so, which the last release does not have.';

const heldStatus = (operation: string, path: string, property: string, status = '200'): BreakingChange => ({
  id: 'response-property-enum-value-added',
  operation,
  path,
  text: `added the new \`held\` enum value to the \`${property}\` response property for the response status \`${status}\``,
});

const OF_HELD_LEASES: readonly BreakingChange[] = [
  heldStatus('GET', '/v1/vault/leases', 'leases/items/status'),
  heldStatus('POST', '/v1/vault/leases', 'status', '201'),
  heldStatus('POST', '/v1/vault/leases/{id}/redeem', 'lease/status'),
  heldStatus('POST', '/v1/vault/leases/{id}/revoke', 'status'),
  {
    id: 'response-property-became-optional',
    operation: 'POST',
    path: '/v1/vault/leases',
    text: 'the response property `lease_token` became optional for the status `201`',
  },
];

/**
 * Changes since the last release that oasdiff takes for breaking, and the reason why each breaks no client. An entry is
 * removed when a release has the change. See: docs/releasing.md#what-a-change-of-the-description-may-break.
 */
export const ACCEPTED: readonly (BreakingChange & { readonly reason: string })[] = [
  ...OF_EVENTS.map((change) => ({ ...change, reason: REASON_OF_EVENTS })),
  ...OF_HELD_LEASES.map((change) => ({ ...change, reason: REASON_OF_HELD_LEASES })),
];

/**
 * Error codes that are new since the last release. oasdiff finds them in every response with an error. Each breaks no
 * client: it is returned by new operations only, or to a request with a new field. An entry is removed when a release
 * has the code.
 */
export const NEW_ERROR_CODES: readonly ErrorCode[] = [
  'approval.changed',
  'approval.closed',
  'approval.pending',
  'auth.token_refused',
  'auth.second_factor_active',
  'auth.second_factor_required',
  'auth.second_factor_setup',
  'identity_token.audience',
  'mail.draft_closed',
  'member.duplicate',
  'member.last_owner',
  'member.limit_reached',
  'trusted_issuer.duplicate',
  'trusted_issuer.limit_reached',
  'vault.lease_claimed',
];

/**
 * Regular expressions that the last release wrote in another way, and that match the same texts. oasdiff takes any
 * other expression for a breaking change. An entry is removed when a release has the new form.
 */
export const REWRITTEN: readonly { readonly before: string; readonly after: string }[] = [];
