import { describe, expect, test } from 'vitest';
import { contactMatcher } from '#shared/domain/contact/contact.ts';

describe('the search for contacts', () => {
  const ada = {
    displayName: 'Ada Straße Κόσμος',
    emails: ['ada@example.com'],
    agentHandles: ['lovelace-bot'],
    company: 'Ｅngines & Co',
  };

  test.each(['ada', 'ADA', 'a str', 'STRASSE', '@example', 'lace-B', 'engines', 'a', 'κόσ', 'ΚΌΣΜΟΣ'])(
    'A search for %j finds the contact',
    (text) => {
      expect(contactMatcher(text)(ada)).toBe(true);
    },
  );

  test.each(['eve', 'ada@example.org', 'ada  ', '%', '.*', 'null'])(
    'A search for %j does not find the contact',
    (text) => {
      expect(contactMatcher(text)(ada)).toBe(false);
      expect(contactMatcher(text)({ ...ada, company: null })).toBe(false);
    },
  );
});
