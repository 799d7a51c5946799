import fc from 'fast-check';

/** Texts with invisible characters between ordinary ones, and characters that need some of them. */
export const partlyInvisibleText = fc
  .array(
    fc.oneof(
      fc.constantFrom('\u200b', '\u200d', '\u200c', '\ufe0f', '\u202e', '\u00ad', '\u0007', '\u{e0067}', '\u{e007f}'),
      fc.constantFrom('a', 'b', ' ', '\n', '🏴', '👨', 'ا', 'क', '葛', '<', '"'),
    ),
    { maxLength: 12 },
  )
  .map((characters) => characters.join(''));
