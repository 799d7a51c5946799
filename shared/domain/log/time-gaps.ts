/**
 * Times as a short text: each as its distance from the one before it, in base 32 with the lowest digit first. A second
 * set of 32 characters marks the digits that another one follows. Times that are close together take a character each.
 */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef';
const MORE = 'ghijklmnopqrstuvwxyz0123456789-_';

/** Writes times, the latest first, as distances from `from` backwards. */
export function writeTimeGaps(from: number, times: readonly number[]): string {
  let text = '';
  let last = from;
  for (const time of times) {
    let gap = last - time;
    while (gap >= 32) {
      text += MORE[gap % 32];
      gap = Math.floor(gap / 32);
    }
    text += DIGITS[gap];
    last = time;
  }
  return text;
}

/** Reads what `writeTimeGaps` wrote. Throws for any other text. */
export function readTimeGaps(from: number, text: string): number[] {
  const times: number[] = [];
  let last = from;
  let gap = 0;
  let weight = 1;
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    const value = digit === -1 ? MORE.indexOf(character) : digit;
    if (value === -1) throw new Error('a list of times has an unknown character');
    gap += value * weight;
    weight *= 32;
    if (digit === -1) continue;
    last -= gap;
    times.push(last);
    [gap, weight] = [0, 1];
  }
  if (weight !== 1) throw new Error('a list of times ends in the middle of one');
  return times;
}
