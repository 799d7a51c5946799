const A = 'a'.charCodeAt(0);

/** A text with each letter of ASCII replaced by another one, by the number of its place in the alphabet. */
function substituted(text: string, place: (at: number) => number): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const other = String.fromCharCode(A + place(letter.toLowerCase().charCodeAt(0) - A));
    return letter === letter.toLowerCase() ? other : other.toUpperCase();
  });
}

const ALPHABET = 26;

/** A word in the other orders and alphabets in which people hide words: backwards, shifted, mirrored. */
export function otherSpellings(word: string): string[] {
  const shifted = Array.from({ length: ALPHABET - 1 }, (_, by) => substituted(word, (at) => (at + by + 1) % ALPHABET));
  return [backwards(word), ...shifted, substituted(word, (at) => ALPHABET - 1 - at)];
}

export function backwards(word: string): string {
  return Array.from(word).reverse().join('');
}

export function rotatedBy13(word: string): string {
  return substituted(word, (at) => (at + 13) % ALPHABET);
}

const PRINTABLE = 94;

/** A word with each printable character of ASCII replaced by the one half of them away. */
export function rotatedBy47(word: string): string {
  return word.replace(/[!-~]/g, (one) => String.fromCharCode(33 + ((one.charCodeAt(0) - 33 + 47) % PRINTABLE)));
}
