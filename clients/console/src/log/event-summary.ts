import type { Event } from '../../../typescript/src/index.ts';
import { textOf } from '../tasks/part-text.ts';
import { labelOf } from '../widgets/label-of.ts';
import { type Tone, toneOf } from '../widgets/tone-of.ts';
import type { EVENT_TYPES } from './event-types.ts';

/** A payload. What a field has is checked, because a newer service may send something else. */
type Payload = Readonly<Record<string, unknown>>;

/** What is said of an event, part by part. Empty parts are left out. */
type Summary = (payload: Payload) => readonly string[];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const label = (value: unknown): string => (text(value) === '' ? '' : labelOf(text(value)));
const count = (value: unknown, one: string): string => {
  const { length } = Array.isArray(value) ? value : [];
  return `${length} ${one}${length === 1 ? '' : 's'}`;
};
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Payload)[name] : undefined;
const nameOf = (agent: unknown): string => text(field(agent, 'displayName')) || text(field(agent, 'handle'));
const partsOf = (parts: unknown): string =>
  Array.isArray(parts) ? textOf(parts.filter((part) => typeof part === 'object' && part !== null)) : '';

const outcome: Summary = ({ detail }) => [
  text(field(detail, 'recipient')),
  text(field(detail, 'diagnostic')) || text(field(detail, 'reason')) || label(field(detail, 'bounce_type')),
];
const invitation: Summary = ({ fromHandle, toHandle }) => [`${text(fromHandle)} → ${text(toHandle)}`];
const grant: Summary = ({ clientHost, agents, scopes, reason }) => [
  text(clientHost),
  count(agents, 'agent'),
  Array.isArray(scopes) ? scopes.join(', ') : '',
  label(reason),
];

const SUMMARIES: Readonly<Record<(typeof EVENT_TYPES)[number], Summary>> = {
  'mail.sent': () => ['Accepted by the mail provider'],
  'mail.received': ({ from, subject }) => [text(from), text(subject) || '(no subject)'],
  'mail.delivered': ({ detail }) => [text(field(detail, 'recipient')) || 'To its recipient'],
  'mail.bounced': outcome,
  'mail.complained': ({ detail }) => [text(field(detail, 'recipient')), 'Marked as spam'],
  'mail.draft_failed': ({ reason }) => ['Not sent at its time', text(reason)],
  'mail.labeled': ({ labels }) => [Array.isArray(labels) && labels.length > 0 ? labels.join(', ') : 'No label'],
  'mail.unsubscribed': ({ recipient }) => [text(recipient), 'The agent can no longer write to it'],
  'a2a.task.created': ({ caller, message, parts }) => [nameOf(caller), text(message) || partsOf(parts)],
  'a2a.task.message': ({ caller, parts }) => [nameOf(caller), partsOf(parts)],
  'a2a.task.canceled': ({ caller }) => [nameOf(caller), 'Canceled by its caller'],
  'a2a.sent_task.updated': ({ worker, state, parts }) => [nameOf(worker), label(state), partsOf(parts)],
  'a2a.task.updated': ({ state }) => [label(state)],
  'a2a.contact_rule.changed': ({ change, action, direction, handle }) => [
    `Rule ${text(change)}`,
    `${label(action)} ${text(direction)} tasks`,
    text(handle),
  ],
  'a2a.settings.updated': ({ changes }) => [
    Object.keys(changes ?? {})
      .map(labelOf)
      .join(', '),
  ],
  'a2a.invitation.created': invitation,
  'a2a.invitation.accepted': invitation,
  'a2a.invitation.declined': invitation,
  'a2a.invitation.revoked': invitation,
  'identity_token.issued': ({ audience }) => [`For ${text(audience)}`],
  'grant.created': grant,
  'grant.revoked': grant,
  'approval.requested': ({ kind, reasons }) => [
    `${label(kind)} waits for a person`,
    ...new Set((Array.isArray(reasons) ? reasons : []).map(holdText)),
  ],
  'approval.decided': ({ kind, status, reason }) => [`${label(kind)} ${text(status)}`, text(reason)],
  'short_key.issued': ({ subject, issuer }) => [text(subject), text(issuer)],
};

/** Why an action is held, in two or three words, and what it is about. */
function holdText(reason: unknown): string {
  const about = text(field(reason, 'address')) || text(field(reason, 'host'));
  const code = text(field(reason, 'code'));
  // The label of the same code at an email that has arrived is about its sender.
  const why = code === 'first_contact' ? 'First contact' : labelOf(code);
  return about === '' ? why : `${why}: ${about}`;
}

/** What an event is about, in one line; empty for a type that a newer service has added. */
export function summaryOf({ type, payload }: Event): string {
  const summary = Object.hasOwn(SUMMARIES, type) ? SUMMARIES[type as keyof typeof SUMMARIES] : undefined;
  const parts = summary?.(payload as Payload) ?? [];
  return parts.filter((part) => part !== '').join(' · ');
}

const FAILED: readonly string[] = ['mail.bounced', 'mail.complained', 'mail.draft_failed'];

/** What an event means for a person who looks for what went wrong: a failure, or what needs a person. */
export function toneOfEvent({ type, payload }: Event): Tone | undefined {
  if (FAILED.includes(type)) return 'failure';
  if (type === 'approval.requested') return 'warning';
  const { state, status } = payload as Payload;
  // A person who denies an action has done their part; an approved action that was refused has failed.
  if (type === 'approval.decided') return status === 'failed' ? 'failure' : undefined;
  const tone = toneOf(text(state));
  return tone === 'failure' || tone === 'warning' ? tone : undefined;
}
