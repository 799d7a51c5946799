import { expect, test } from 'vitest';
import { topicOf } from '#shared/domain/mail/answered-subject.ts';

test.each([
  ['Lamp', 'lamp', false],
  ['Re: Lamp', 'lamp', true],
  ['RE : Lamp', 'lamp', true],
  ['AW: RE:  Lamp  shade', 'lamp shade', true],
  ['Re[2]: Lamp', 'lamp', true],
  ['SV: Lamp', 'lamp', true],
  ['Odp: Lamp', 'lamp', true],
  ['答复：Lamp', 'lamp', true],
  ['Re: [EXTERNAL] Lamp', 'lamp', true],
  ['[EXT] RE: Lamp', 'lamp', true],
  ['[EXTERNAL] Lamp', 'lamp', false],
  ['Fwd: Lamp', 'fwd: lamp', false],
  ['WG: Lamp', 'wg: lamp', false],
  ['Re: Fwd: Lamp', 'fwd: lamp', true],
  ['Return: Lamp', 'return: lamp', false],
  ['Re:', '', true],
  ['', '', false],
])('The topic of %j is %j, and it answers: %s', (subject, text, isAnswer) => {
  expect(topicOf(subject)).toEqual({ text, isAnswer });
});
