/** How much room the content of an element needs at most, in pixels of its own font. */
export interface Room {
  /** The width of all text on one line, of the longest line without a break, and of the longest word. */
  width: number;
  longestLine: number;
  longestWord: number;
  /** The lines that there are for certain. */
  lines: number;
  /** The height of the tallest line, and what is there in addition to lines. */
  line: number;
  extra: number;
  /** Whether something in it paints a ground or a picture. */
  paints: boolean;
}

export function noRoom(): Room {
  return { width: 0, longestLine: 0, longestWord: 0, lines: 0, line: 0, extra: 0, paints: false };
}

const MAX_MEASURED = 20_000;

/** The room for a text in a font: letters are taken as wider than they are. */
export function roomOfText(text: string, font: number, line: number, isPreserved: boolean): Room {
  const room = noRoom();
  let [word, lineWidth] = [0, 0];
  for (const character of text.slice(0, MAX_MEASURED)) {
    if (/\s/.test(character)) {
      room.longestWord = Math.max(room.longestWord, word);
      word = 0;
      if (isPreserved && character === '\n') {
        room.lines += 1;
        lineWidth = 0;
      }
      lineWidth += 0.3;
      room.width += 0.3;
      continue;
    }
    const width = widthOf(character);
    word += width;
    lineWidth += width;
    room.width += width;
    room.longestLine = Math.max(room.longestLine, lineWidth);
  }
  room.longestWord = Math.max(room.longestWord, word) * font;
  room.width *= font;
  room.longestLine *= font;
  if (text.length > MAX_MEASURED) room.width += (text.length - MAX_MEASURED) * font;
  room.line = room.width > 0.5 * font ? line : 0;
  return room;
}

/** The width of a character as a share of the font's size. */
function widthOf(character: string): number {
  if ((character.codePointAt(0) ?? 0) > 0x1100) return 1.05;
  if (/[A-Zmw@%&]/.test(character)) return 0.75;
  return /[iljtfI.,:;'|!()[\]]/.test(character) ? 0.35 : 0.56;
}

/** Adds the room of a part. `isOwnLine`: the part begins a line and ends one. */
export function addRoom(room: Room, part: Room, isOwnLine: boolean): void {
  room.width += part.width;
  room.longestLine = isOwnLine ? Math.max(room.longestLine, part.longestLine) : room.longestLine + part.longestLine;
  room.longestWord = Math.max(room.longestWord, part.longestWord);
  room.lines += part.lines;
  room.line = Math.max(room.line, part.line);
  room.extra += part.extra;
  room.paints ||= part.paints;
}

/** The height that content needs at most in a box of a width. */
export function heightOf(room: Room, width: number): number {
  if (room.width === 0) return room.extra;
  const wrapped = width <= 0 ? Number.POSITIVE_INFINITY : Math.ceil(room.width / width) - 1;
  return room.extra + room.line * (Math.max(room.lines, 1) + wrapped);
}
