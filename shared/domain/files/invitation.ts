/** What a calendar invitation says. Times are ISO 8601. */
export interface Invitation {
  /** What the organizer asks for: `REQUEST`, `CANCEL`, `REPLY` and others; null for an entry that asks for nothing. */
  readonly method: string | null;
  readonly title: string | null;
  readonly organizer: string | null;
  readonly attendees: string[];
  readonly location: string | null;
  /** In UTC with `Z`; without it a local time, in `timezone` if that is known; a date alone for whole days. */
  readonly start: string | null;
  /** Exclusive, as `start`. */
  readonly end: string | null;
  readonly timezone: string | null;
  readonly status: string | null;
  /** Whether it repeats. */
  readonly recurs: boolean;
}

/** The lines of an invitation, as a person would write them down. */
export function invitationText(invitation: Invitation, description: string): string {
  const { method, title, organizer, attendees, location, start, end, timezone, status, recurs } = invitation;
  const zone = timezone === null ? '' : ` (${timezone})`;
  const lines: [string, string | null][] = [
    ['Title', title],
    ['Method', method],
    ['Status', status],
    ['Organizer', organizer],
    ['Attendees', attendees.length === 0 ? null : attendees.join(', ')],
    ['Location', location],
    ['Start', start && `${start}${zone}`],
    ['End', end && `${end}${zone}`],
    ['Repeats', recurs ? 'yes' : null],
  ];
  const written = lines.flatMap(([name, value]) => (value === null || value === '' ? [] : [`${name}: ${value}`]));
  return [...written, ...(description === '' ? [] : ['', description])].join('\n');
}
