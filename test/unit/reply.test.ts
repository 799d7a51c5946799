import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dedupeRecipients,
  type OriginalMessage,
  replyRecipients,
  replyReferences,
  replySubject,
} from '../../shared/domain/mail/reply.ts';

const person = (address: string) => ({ address, name: null });
const nobody = { to: [], cc: [], bcc: [] };
const inbound: OriginalMessage = {
  direction: 'inbound',
  from: [person('ada@example.com')],
  to: [person('Me+tag@agents.test'), person('bob@example.com')],
  cc: [person('eve@example.com'), person('not an address')],
  replyTo: [],
  subject: 'Tea?',
  rfcMessageId: '<2@x>',
  references: ['<1@x>'],
};
const own = ['me@agents.test'];
const addresses = (list: readonly { address: string }[]) => list.map(({ address }) => address);

describe('who an answer goes to', () => {
  it('is whoever wrote the message', () => {
    const { to, cc } = replyRecipients(nobody, inbound, { replyAll: false, own });
    expect([addresses(to), addresses(cc)]).toEqual([['ada@example.com'], []]);
  });

  it('is where the writer wants answers', () => {
    const answered = { ...inbound, replyTo: [person('desk@example.com')] };
    expect(addresses(replyRecipients(nobody, answered, { replyAll: false, own }).to)).toEqual(['desk@example.com']);
  });

  it('is not oneself, where the writer wants answers to go there too; a note to oneself is answered to oneself', () => {
    const answered = { ...inbound, replyTo: [person('Me+tag@agents.test'), person('desk@example.com')] };
    for (const replyAll of [false, true]) {
      expect(addresses(replyRecipients(nobody, answered, { replyAll, own }).to)).toEqual(['desk@example.com']);
    }
    const note = { ...inbound, from: [person('me@agents.test')] };
    expect(addresses(replyRecipients(nobody, note, { replyAll: false, own }).to)).toEqual(['me@agents.test']);
  });

  it('is an international address in the form that mail carries', () => {
    const answered = { ...inbound, from: [person('ada@bücher.example')], cc: [person('eve@bücher.example')] };
    const { to, cc } = replyRecipients(nobody, answered, { replyAll: true, own });
    expect(addresses([...to, ...cc])).toEqual([
      'ada@xn--bcher-kva.example',
      'bob@example.com',
      'eve@xn--bcher-kva.example',
    ]);
  });

  it('is, for one’s own message, to whom it went', () => {
    const sent: OriginalMessage = {
      ...inbound,
      direction: 'outbound',
      from: [person('me@agents.test')],
      to: [person('ada@example.com')],
    };
    expect(addresses(replyRecipients(nobody, sent, { replyAll: false, own }).to)).toEqual(['ada@example.com']);
  });

  it('is everybody but oneself, under whatever tag, when it is for all', () => {
    const { to, cc } = replyRecipients(nobody, inbound, { replyAll: true, own });
    expect([addresses(to), addresses(cc)]).toEqual([['ada@example.com'], ['bob@example.com', 'eve@example.com']]);
  });

  it('is whom the sender names; all others become copies, a blind one stays blind', () => {
    const named = { to: [person('zoe@example.com')], cc: [], bcc: [person('Bob@example.com')] };
    const { to, cc, bcc } = replyRecipients(named, inbound, { replyAll: true, own });
    expect([addresses(to), addresses(cc), addresses(bcc)]).toEqual([
      ['zoe@example.com'],
      ['ada@example.com', 'eve@example.com'],
      ['Bob@example.com'],
    ]);
  });

  it('never has an address twice, and loses none', () => {
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

describe('an answer’s header', () => {
  it.each([
    ['Tea?', 'Re: Tea?'],
    ['Re: Tea?', 'Re: Tea?'],
    ['RE: Tea?', 'RE: Tea?'],
    ['two\r\nBcc: eve@example.com', 'Re: two Bcc: eve@example.com'],
    ['', 'Re: '],
  ])('makes %j %j', (subject, reply) => {
    expect(replySubject(subject)).toBe(reply);
  });

  it('names the conversation, oldest first, its root kept when it grows long', () => {
    expect(replyReferences(inbound)).toEqual(['<1@x>', '<2@x>']);
    const long = Array.from({ length: 40 }, (_, index) => `<${index}@x>`);
    const references = replyReferences({ ...inbound, references: long, rfcMessageId: '<last@x>' });
    expect(references).toHaveLength(20);
    expect([references[0], references.at(-1)]).toEqual(['<0@x>', '<last@x>']);
  });
});
