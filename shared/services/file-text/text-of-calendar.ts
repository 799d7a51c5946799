import ICAL from 'ical.js';
import { type Invitation, invitationText } from '#shared/domain/files/invitation.ts';

/** People of an invitation that are listed. */
const MAX_ATTENDEES = 200;

/**
 * The first event of a calendar file, and its text. Throws for a file that is no calendar, and for one without an
 * event.
 *
 * See: RFC 5545, section 3.6.1; RFC 5546, section 1.4 (methods).
 */
export function readCalendar(text: string): { readonly invitation: Invitation; readonly text: string } {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const event = calendar.getFirstSubcomponent('vevent');
  if (event === null) throw new Error('a calendar without an event');
  // The times of the event are in zones that the file defines.
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const start = event.getFirstProperty('dtstart');
  const invitation: Invitation = {
    method: textValue(calendar, 'method')?.toUpperCase() ?? null,
    title: textValue(event, 'summary'),
    organizer: personOf(event.getFirstProperty('organizer')),
    attendees: event
      .getAllProperties('attendee')
      .slice(0, MAX_ATTENDEES)
      .flatMap((attendee) => personOf(attendee) ?? []),
    location: textValue(event, 'location'),
    start: timeOf(start?.getFirstValue()),
    end: timeOf(endOf(event)),
    timezone: zoneOf(start),
    status: textValue(event, 'status')?.toUpperCase() ?? null,
    recurs: event.hasProperty('rrule') || event.hasProperty('rdate'),
  };
  return { invitation, text: invitationText(invitation, textValue(event, 'description') ?? '') };
}

function textValue(component: ICAL.Component, name: string): string | null {
  const value = component.getFirstPropertyValue(name);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

/** The end of an event: its own, or its start and its duration. */
function endOf(event: ICAL.Component): unknown {
  const end = event.getFirstPropertyValue('dtend');
  if (end !== null) return end;
  const [start, duration] = [event.getFirstPropertyValue('dtstart'), event.getFirstPropertyValue('duration')];
  if (!(start instanceof ICAL.Time) || !(duration instanceof ICAL.Duration)) return undefined;
  const moved = start.clone();
  moved.addDuration(duration);
  return moved;
}

/** In UTC if the zone of the time is known. */
function timeOf(value: unknown): string | null {
  if (!(value instanceof ICAL.Time)) return null;
  if (value.isDate || value.zone === ICAL.Timezone.localTimezone) return value.toString();
  return value.convertToZone(ICAL.Timezone.utcTimezone).toString();
}

function zoneOf(property: ICAL.Property | null): string | null {
  const zone = property?.getFirstParameter('tzid') ?? '';
  return zone === '' ? null : zone;
}

/** `Ada <ada@example.com>`, or the address alone. */
function personOf(property: ICAL.Property | null): string | null {
  if (property === null) return null;
  const address = String(property.getFirstValue() ?? '').replace(/^mailto:/i, '');
  const name = property.getFirstParameter('cn') ?? '';
  if (name === '' || name === address) return address === '' ? null : address;
  return address === '' ? name : `${name} <${address}>`;
}
