import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correspondentOf, isRuleTarget, ruleTarget } from '#shared/domain/mail/contact-rules.ts';

describe('the target of a rule', () => {
  test.each([
    ['exact_email', ' Ada@Example.COM ', 'ada@example.com'],
    ['exact_email', 'ａｄａ@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ['exact_email', 'ada+tag@example.com', 'ada+tag@example.com'],
    ['exact_email', 'ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['domain', 'Example.COM', 'example.com'],
    ['domain', 'example.com.', 'example.com'],
    ['domain', 'BÜCHER.example', 'xn--bcher-kva.example'],
    ['domain', 'a-b.co.uk', 'a-b.co.uk'],
  ] as const)('The %s target %j is stored as %s', (type, text, kept) => {
    expect(isRuleTarget(type, text)).toBe(true);
    expect(ruleTarget(type, text)).toBe(kept);
    // A stored target is stored unchanged.
    expect(ruleTarget(type, kept)).toBe(kept);
  });

  test.each([
    ['exact_email', 'example.com'],
    ['exact_email', '@example.com'],
    ['exact_email', 'ada@'],
    ['exact_email', 'Ada <ada@example.com>'],
    ['exact_email', 'a@b@example.com'],
    ['exact_email', 'ada@ex ample.com'],
    ['exact_email', `ada@${'x'.repeat(64)}.com`],
    ['domain', 'ada@example.com'],
    ['domain', '@example.com'],
    ['domain', '*.example.com'],
    ['domain', 'com'],
    ['domain', '.com'],
    ['domain', 'example..com'],
    ['domain', 'https://example.com'],
    ['domain', '192.0.2.1'],
    ['domain', '-a.example'],
    ['domain', `${'a.'.repeat(130)}example`],
    ['domain', 'exa mple.com'],
    ['domain', ' '],
    ['domain', '\u0430 b.example'],
  ] as const)('%s rules refuse the target %j', (type, text) => {
    expect(isRuleTarget(type, text)).toBe(false);
  });

  test('An address is looked up by the same target that a rule for it is stored under', () => {
    const local = fc.stringMatching(/^[A-Za-z0-9]{1,20}$/);
    const host = fc.stringMatching(/^[A-Za-z0-9]{1,20}\.[A-Za-z]{2,10}$/);
    fc.assert(
      fc.property(local, host, fc.boolean(), (name, domain, dotted) => {
        const found = correspondentOf(`${name}@${domain}${dotted ? '.' : ''}`);
        expect(found).toEqual({
          address: ruleTarget('exact_email', `${name}@${domain}`),
          domain: ruleTarget('domain', domain),
        });
      }),
    );
  });

  test('Every text can be looked up and validated as a target', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { address, domain } = correspondentOf(text);
        expect(typeof address).toBe('string');
        expect(domain).not.toBe('');
      }),
    );
    expect(correspondentOf('')).toEqual({ address: '', domain: null });
    expect(correspondentOf('ada@')).toEqual({ address: 'ada@', domain: null });
    expect(correspondentOf('"odd@local"@example.com').domain).toBe('example.com');
  });
});
