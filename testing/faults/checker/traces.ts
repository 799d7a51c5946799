import type { History, LogEvent, OperationRecord } from '../history.ts';

const MARKER = /f\d+x\d{6}z/g;

/** Where the marker of an operation was found, how often, and how often it should be if the operation was done once. */
export interface Trace {
  readonly what: string;
  readonly found: number;
  readonly expected: number;
}

/** Finds what operations left behind, by their markers. */
export class Traces {
  readonly #counts = new Map<string, number>();
  readonly #history: History;

  constructor(history: History) {
    this.#history = history;
    history.organizations.forEach((state, organization) => {
      const count = (what: string, text: string) => this.#count(`${organization} ${what}`, text);
      for (const { direction, subject } of state.messages) count(`${direction} message`, subject);
      for (const { messages } of state.tasks)
        for (const { parts } of messages) count('task message', parts.map(({ text = '' }) => text).join(' '));
      for (const { name } of state.secrets) count('secret', name);
      for (const { purpose } of state.leases) count('lease', purpose ?? '');
      for (const { display_name } of state.contacts) count('contact', display_name);
      for (const { name } of state.keys) count('key', name);
      for (const { url } of state.webhooks) count('webhook', url);
      for (const { handle } of state.rules) count('rule', handle);
      for (const event of state.events) {
        count(event.type, markedText(event));
        this.#add(`${organization} ${event.type} of ${event.aggregate_id}`);
      }
    });
  }

  /** The traces of an operation. Those of another one are no part of it. */
  of(operation: OperationRecord): Trace[] {
    const { planned, marker } = operation;
    const { organization, other } = planned;
    const one = (what: string, where = organization): Trace => this.#trace(what, marker, where);
    switch (planned.kind) {
      case 'send-mail':
        return [one('outbound message'), ...this.#sentEvents(operation)];
      case 'receive-mail':
        return [one('inbound message'), one('mail.received')];
      case 'create-task':
        return [one('task message'), one('a2a.task.created', other.organization)];
      case 'message-task':
        return [one('task message'), one('a2a.task.message', other.organization)];
      case 'reply-task':
        return [one('task message'), one('a2a.sent_task.updated')];
      case 'put-settings':
        return [one('a2a.settings.updated')];
      case 'create-rule':
        return [one('rule'), one('a2a.contact_rule.changed')];
      case 'create-secret':
        return [one('secret')];
      case 'create-lease':
        return [one('lease')];
      case 'create-contact':
        return [one('contact')];
      case 'create-key':
        return [one('key')];
      case 'create-webhook':
        return [one('webhook')];
      default:
        return [];
    }
  }

  /** How often an organization has an event of a type about something. */
  eventsAbout(organization: number, type: string, id: string): number {
    return this.#counts.get(`${organization} ${type} of ${id}`) ?? 0;
  }

  /** Whether an email of this operation goes to an agent, and so comes back. */
  #sentEvents({ planned, marker, outcome }: OperationRecord): Trace[] {
    const { organization, other } = planned;
    const received = this.#trace('mail.received', marker, other.organization);
    const isInside = planned.choice < 0.4;
    // An email that left twice arrives twice. Whether it may leave twice is checked elsewhere.
    const sent = this.#history.sentSubjects.filter((subject) => subject === marker).length;
    const back = isInside ? [{ ...received, expected: Math.max(1, sent) }] : [];
    if (outcome.kind !== 'acknowledged') return back;
    const id = outcome.body.id ?? '';
    const about = (type: string) => ({
      what: `${type} of ${id}`,
      found: this.eventsAbout(organization, type, id),
      expected: 1,
    });
    return [about('mail.sent'), about('mail.delivered'), ...back];
  }

  /** The trace in one organization; in the others there must be none. */
  #trace(what: string, marker: string, organization: number): Trace {
    const all = this.#history.organizations.map((_, index) => this.#counts.get(`${index} ${what} ${marker}`) ?? 0);
    const here = all[organization] ?? 0;
    const elsewhere = all.reduce((sum, count) => sum + count, 0) - here;
    return {
      what: elsewhere > 0 ? `${what} (${elsewhere} in other organizations)` : what,
      found: here + elsewhere * 1000,
      expected: 1,
    };
  }

  #count(place: string, text: string): void {
    for (const marker of new Set(text.match(MARKER))) this.#add(`${place} ${marker}`);
  }

  #add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
}

/** The part of a payload that says what was done, and not what was there before. */
function markedText({ type, payload }: LogEvent): string {
  if (type !== 'a2a.settings.updated') return JSON.stringify(payload);
  const { description } = payload.changes as { description?: { to: string } };
  return description?.to ?? '';
}
