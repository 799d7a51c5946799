import { expect, test } from 'vitest';
import { nearestName } from '#shared/domain/text/nearest-name.ts';

test.each([
  ['to', ['context_id', 'to_handle', 'to_identity_id'], 'to_handle'],
  ['body', ['to', 'subject', 'text', 'html'], 'text'],
  ['events', ['url', 'event_types', 'identity_id'], 'event_types'],
  ['eventTypes', ['url', 'event_types', 'identity_id'], 'event_types'],
  ['display-name', ['handle', 'display_name'], 'display_name'],
  ['slugg', ['name', 'slug', 'owner_email'], 'slug'],
  ['subjet', ['to', 'subject'], 'subject'],
  ['identity', ['identity_id', 'url'], 'identity_id'],
  ['mail.recieved', ['mail.sent', 'mail.received'], 'mail.received'],
  ['zebra', ['name', 'slug'], undefined],
  ['constructor', ['name', 'slug'], undefined],
  ['', ['name'], undefined],
  ['x'.repeat(10_000), ['name'], undefined],
])('The known name nearest to %s is found, if there is one', (unknown, known, expected) => {
  expect(nearestName(unknown, known)).toBe(expected);
});
