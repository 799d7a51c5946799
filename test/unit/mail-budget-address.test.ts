import { expect, test } from 'vitest';
import { mailBudgetAddress } from '#shared/domain/mail/mail-budget-address.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['ada+1@example.com', 'ada@example.com'],
  ['ada+1+2@example.com', 'ada@example.com'],
  ['a.d.a@example.com', 'ada@example.com'],
  ['a.da+x.y@mail.example.com', 'ada@mail.example.com'],
  ['+ada@example.com', '+ada@example.com'],
])('A code mail to %s counts as one to %s', (address, counted) => {
  expect(mailBudgetAddress(address)).toBe(counted);
});
