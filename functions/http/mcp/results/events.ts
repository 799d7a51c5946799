import type { z } from 'zod';
import type { eventSchema } from '#shared/contract/schemas/event.ts';
import type { KeptOut } from '../kept-out.ts';
import { fitItems } from './fit.ts';
import { keptOutAmong, keptOutFields } from './kept-out-fields.ts';
import { pageResult } from './page-result.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { toolResult } from './tool-result.ts';
import { UntrustedContent } from './untrusted.ts';

type Event = z.output<typeof eventSchema>;

/**
 * The members of payloads that the service itself has written: ids of its own and states. Everything else may be the
 * words of others, also in events of types that are added later.
 */
const OWN_MEMBERS: Readonly<Record<string, string>> = {
  threadId: 'thread_id',
  taskId: 'task_id',
  contextId: 'context_id',
  state: 'state',
  callerIdentityId: 'caller_identity_id',
  invitationId: 'invitation_id',
  ruleId: 'rule_id',
  status: 'status',
  approvalId: 'approval_id',
  subjectId: 'subject_id',
};

/** The name of the id of what an event happened to, by its kind. */
const AGGREGATE_IDS: Readonly<Record<string, string>> = { mail_message: 'message_id', a2a_task: 'task_id' };

const CUT = 'get_message and get_task return everything.';

/** One event, after a wait. */
export function eventResult(event: Event, keptOut: readonly Pick<KeptOut, 'reason'>[] = []): ToolResult {
  const [item = {}] = fitItems([event], eventItem, { howToReadTheRest: CUT }).items;
  return toolResult({ timed_out: false, next_cursor: event.created_at, ...keptOutFields(keptOut), event: item });
}

/** A page of the log. */
export function eventsResult(
  events: readonly Event[],
  { nextCursor, keptOut = [] }: { nextCursor: string | undefined; keptOut?: readonly KeptOut[] },
): ToolResult {
  return pageResult({
    noun: 'events',
    rows: events,
    recordOf: eventItem,
    nextCursor,
    cut: CUT,
    about: (rows) => keptOutFields(keptOutAmong(rows, events, keptOut)),
  });
}

function eventItem(event: Event): ResultRecord {
  const { id, type, aggregate_type: kind, aggregate_id: aggregate, created_at, payload } = event;
  const idName = AGGREGATE_IDS[kind ?? ''];
  // A message of email has its id from the service; one of a task has that of its sender.
  const isRepeated = (name: string) => kind === 'mail_message' && name === 'messageId';
  const members = Object.entries(payload).filter(([name, value]) => value !== null && !isRepeated(name));
  const own = members.filter(([name]) => Object.hasOwn(OWN_MEMBERS, name));
  const others = members.filter(([name]) => !Object.hasOwn(OWN_MEMBERS, name));
  return {
    event_id: id,
    type,
    created_at,
    ...(idName !== undefined && { [idName]: aggregate }),
    ...Object.fromEntries(own.map(([name, value]) => [OWN_MEMBERS[name], String(value)])),
    ...(others.length > 0 && { content: new UntrustedContent(JSON.stringify(Object.fromEntries(others))) }),
  };
}
