import { expect, test } from 'vitest';
import { isSubjectOfReply } from '#shared/domain/mail/reply-subject.ts';

test.each([
  ...['Re: x', 're:x', 'RE : x', 'Re[2]: x', 'Re^3: x', 'Re (4): x', ' Aw: x', 'AW: WG: x', 'SV: x', 'Antw: x'],
  ...['VS: x', 'Odp: x', 'YNT: x', 'Vá: x', 'Va\u0301: x', 'ΑΠ: x', 'Απ: x', 'Отв: x', 'תשובה: x', 'رد: x', '回复：x'],
])('%j is the subject of a reply', (subject) => {
  expect(isSubjectOfReply(subject)).toBe(true);
});

test.each(['', 'Report: x', 'Fwd: x', 'WG: x', 'Reply', 'x Re: y', 'Re', 'Really: no', `${' '.repeat(99_999)}Re: x`])(
  'A subject such as %j is not that of a reply',
  (subject) => {
    expect(isSubjectOfReply(subject)).toBe(false);
  },
);
