import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dedupeRecipients,
  type OriginalMessage,
  type Recipients,
  redirectedReply,
  replyRecipients,
  replyReferences,
  replySubject,
} from '#shared/domain/mail/reply.ts';

const person = (address: string) => ({ address, name: null });
const NO_RECIPIENTS = { to: [], cc: [], bcc: [] };
const inbound: OriginalMessage = {
  direction: 'inbound',
  from: [person('ada@example.com')],
  to: [person('Me+tag@agents.test'), person('bob@example.com')],
  cc: [person('eve@example.com'), person('not an address')],
  replyTo: [],
  auth: { senderVerified: false },
  subject: 'Tea?',
  rfcMessageId: '<2@x>',
  references: ['<1@x>'],
};
const own = ['me@agents.test'];
const addresses = (list: readonly { address: string }[]) => list.map(({ address }) => address);

describe('the recipients of a reply', () => {
  test('A reply goes to the author of the message', () => {
    const { to, cc } = replyRecipients(NO_RECIPIENTS, inbound, { replyAll: false, own });
    expect([addresses(to), addresses(cc)]).toEqual([['ada@example.com'], []]);
  });

  test('A reply goes to the Reply-To address of the message', () => {
    const original = { ...inbound, replyTo: [person('office@example.com')] };
    expect(addresses(replyRecipients(NO_RECIPIENTS, original, { replyAll: false, own }).to)).toEqual([
      'office@example.com',
    ]);
  });

  test('A reply does not go to its sender, even if Reply-To names it, unless the message was a note to itself', () => {
    const original = { ...inbound, replyTo: [person('Me+tag@agents.test'), person('office@example.com')] };
    for (const replyAll of [false, true]) {
      expect(addresses(replyRecipients(NO_RECIPIENTS, original, { replyAll, own }).to)).toEqual(['office@example.com']);
    }
    const note = { ...inbound, from: [person('me@agents.test')] };
    expect(addresses(replyRecipients(NO_RECIPIENTS, note, { replyAll: false, own }).to)).toEqual(['me@agents.test']);
  });

  test('A reply goes to the ASCII form of an international address', () => {
    const original = { ...inbound, from: [person('ada@bücher.example')], cc: [person('eve@bücher.example')] };
    const { to, cc } = replyRecipients(NO_RECIPIENTS, original, { replyAll: true, own });
    expect(addresses([...to, ...cc])).toEqual([
      'ada@xn--bcher-kva.example',
      'bob@example.com',
      'eve@xn--bcher-kva.example',
    ]);
  });

  test('A reply to a message of the sender goes to the recipients of that message', () => {
    const sent: OriginalMessage = {
      ...inbound,
      direction: 'outbound',
      from: [person('me@agents.test')],
      to: [person('ada@example.com')],
    };
    expect(addresses(replyRecipients(NO_RECIPIENTS, sent, { replyAll: false, own }).to)).toEqual(['ada@example.com']);
  });

  test('A reply to all goes to all addresses of the message except the sender’s, with any tag', () => {
    const { to, cc } = replyRecipients(NO_RECIPIENTS, inbound, { replyAll: true, own });
    expect([addresses(to), addresses(cc)]).toEqual([['ada@example.com'], ['bob@example.com', 'eve@example.com']]);
  });

  test('A reply to all with named recipients goes to those, the others get copies, and a blind copy stays blind', () => {
    const named = { to: [person('zoe@example.com')], cc: [], bcc: [person('Bob@example.com')] };
    const { to, cc, bcc } = replyRecipients(named, inbound, { replyAll: true, own });
    expect([addresses(to), addresses(cc), addresses(bcc)]).toEqual([
      ['zoe@example.com'],
      ['ada@example.com', 'eve@example.com'],
      ['Bob@example.com'],
    ]);
  });

  test('Removing duplicate recipients keeps each address once', () => {
    const list = fc.array(fc.constantFrom('a@x.com', 'A@x.com', 'b@x.com', 'c@x.com').map(person));
    fc.assert(
      fc.property(list, list, list, (to, cc, bcc) => {
        const once = dedupeRecipients({ to, cc, bcc });
        const kept = addresses([...once.to, ...once.cc, ...once.bcc]).map((one) => one.toLowerCase());
        expect(new Set(kept).size).toBe(kept.length);
        expect(new Set(kept)).toEqual(new Set(addresses([...to, ...cc, ...bcc]).map((one) => one.toLowerCase())));
      }),
    );
  });
});

describe('the header of a reply', () => {
  test.each([
    ['Tea?', 'Re: Tea?'],
    ['Re: Tea?', 'Re: Tea?'],
    ['RE: Tea?', 'RE: Tea?'],
    ['two\r\nBcc: eve@example.com', 'Re: two Bcc: eve@example.com'],
    ['', 'Re: '],
  ])('The subject %j becomes %j in a reply', (subject, reply) => {
    expect(replySubject(subject)).toBe(reply);
  });

  test('A reply refers to the conversation, oldest first, and a long one keeps the first id', () => {
    expect(replyReferences(inbound)).toEqual(['<1@x>', '<2@x>']);
    const long = Array.from({ length: 40 }, (_, index) => `<${index}@x>`);
    const references = replyReferences({ ...inbound, references: long, rfcMessageId: '<last@x>' });
    expect(references).toHaveLength(20);
    expect([references[0], references.at(-1)]).toEqual(['<0@x>', '<last@x>']);
  });
});

describe('replies that someone else would get', () => {
  const elsewhere = { ...inbound, replyTo: [person('eve@attacker.example')] };
  const redirected = (original: OriginalMessage, named: Recipients = NO_RECIPIENTS, replyAll = false) =>
    redirectedReply(replyRecipients(named, original, { replyAll, own }), named, original);

  test('An unverified sender cannot direct a reply to another domain', () => {
    expect(redirected(elsewhere)).toBe('eve@attacker.example');
    expect(redirected(elsewhere, { ...NO_RECIPIENTS, to: [person('bob@example.com')] }, true)).toBe(
      'eve@attacker.example',
    );
    expect(redirected({ ...elsewhere, replyTo: [person('Eve+x@ATTACKER.example')] })).toBe('Eve+x@ATTACKER.example');
    expect(redirected({ ...elsewhere, replyTo: [person('office@example.com'), ...elsewhere.replyTo] })).toBeDefined();
    expect(redirected({ ...inbound, replyTo: [person('ada@example.com.attacker.example')] })).toBeDefined();
  });

  test('A reply goes to where a verified sender wants it, to the same domain, or to whom the request names', () => {
    expect(redirected({ ...elsewhere, auth: { senderVerified: true } })).toBeUndefined();
    expect(redirected({ ...inbound, replyTo: [person('office@EXAMPLE.com')] })).toBeUndefined();
    expect(redirected(elsewhere, { ...NO_RECIPIENTS, to: [person('Eve@attacker.example')] }, true)).toBeUndefined();
    expect(redirected(elsewhere, { ...NO_RECIPIENTS, to: [person('ada@example.com')] })).toBeUndefined();
    expect(redirected({ ...elsewhere, direction: 'outbound' })).toBeUndefined();
    expect(redirected(inbound, NO_RECIPIENTS, true)).toBeUndefined();
  });
});
