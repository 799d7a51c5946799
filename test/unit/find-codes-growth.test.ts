import { expect, test } from 'vitest';
import { confirmingTargets } from '#shared/domain/codes/confirming-links.ts';
import { findCodes } from '#shared/domain/codes/find-codes.ts';
import { growth, LINEAR } from '../support/time-complexity.ts';

const PIECES = [
  'code ',
  'otp:',
  '1 ',
  '1-',
  '123456 ',
  'A1',
  'code is code ',
  ': ',
  '12.',
  'verification code, 1234 5678 9012 ',
  '@',
  'код ',
];

const linesOf = (text: string) => text.split('\n').map((line) => ({ text: line, depth: 0, role: 'own' as const }));

test.each(PIECES)('Codes and links of a text of %j are found in linear time', async (piece) => {
  const find = (line: string) => {
    findCodes(linesOf(`${line}\n${`${piece.repeat(20)}\n`.repeat(line.length / 100)}`), line);
    confirmingTargets([{ text: line, url: `https://x.example/${line}` }], linesOf(line), line);
  };
  expect(await growth(find, (size: number) => piece.repeat(size / piece.length), 25_000)).toBeLessThan(LINEAR);
});
