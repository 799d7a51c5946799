import { describe, expect, test } from 'vitest';
import { contactMatcher } from '../../shared/domain/contact.ts';

describe('a search among contacts', () => {
  const ada = {
    displayName: 'Ada Straße',
    emails: ['ada@example.com'],
    agentHandles: ['lovelace-bot'],
    company: 'Ｅngines & Co',
  };

  test.each(['ada', 'ADA', 'a str', 'STRASSE', '@example', 'lace-B', 'engines', 'a'])('%j finds her', (text) => {
    expect(contactMatcher(text)(ada)).toBe(true);
  });

  test.each(['eve', 'ada@example.org', 'ada  ', '%', '.*', 'null'])('%j does not', (text) => {
    expect(contactMatcher(text)(ada)).toBe(false);
    expect(contactMatcher(text)({ ...ada, company: null })).toBe(false);
  });
});
