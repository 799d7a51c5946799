/** Where a character of an HTML text is. */
type Place = 'text' | 'tag' | 'attribute' | 'comment' | 'raw';

/** Elements with a content that no escape is read in. See: WHATWG HTML, 13.1.2 (raw text elements). */
const RAW = /^(?:script|style|xmp|iframe|noembed|noframes|plaintext)$/;

const TAG_NAME = /[a-z][a-z0-9]*/iy;

/**
 * Tells, place by place from the beginning of an HTML text, whether escaping makes a value a text there: between tags,
 * and in a quoted attribute. Elsewhere (in a tag, an attribute without quotes, a comment, a script or a style) a value
 * could become more than a text whatever is escaped.
 *
 * See: WHATWG HTML, 13.2.5 (tokenization), of which this follows the states that well-formed HTML reaches.
 */
export class HtmlPlaces {
  readonly #html: string;
  #at = 0;
  #place: Place = 'text';
  /** The name of the tag, in lower case; of an end tag, empty. */
  #name = '';
  #quote = '';

  constructor(html: string) {
    this.#html = html;
  }

  /** Whether a value at an index may be escaped. The indexes of successive calls must rise. */
  isEscapable(index: number): boolean {
    while (this.#at < index) this.#at += this.#step();
    return this.#place === 'text' || this.#place === 'attribute';
  }

  /** Reads on, and returns how many characters. */
  #step(): number {
    const character = this.#html[this.#at] ?? '';
    switch (this.#place) {
      case 'text':
        return character === '<' ? this.#open() : 1;
      case 'comment':
        if (!this.#startsWith('-->')) return 1;
        this.#place = 'text';
        return 3;
      case 'raw':
        if (!this.#startsWith(`</${this.#name}`)) return 1;
        this.#enterTag('');
        return 2;
      case 'attribute':
        if (character === this.#quote) this.#place = 'tag';
        return 1;
      case 'tag':
        return this.#stepInTag(character);
    }
  }

  #stepInTag(character: string): number {
    if (character === '>') this.#place = RAW.test(this.#name) ? 'raw' : 'text';
    // A quote elsewhere in a tag begins no value.
    else if ((character === '"' || character === "'") && this.#followsEquals()) {
      this.#place = 'attribute';
      this.#quote = character;
    }
    return 1;
  }

  #open(): number {
    if (this.#startsWith('<!--')) {
      this.#place = 'comment';
      return 4;
    }
    TAG_NAME.lastIndex = this.#at + 1;
    const name = TAG_NAME.exec(this.#html)?.[0];
    if (name !== undefined) this.#enterTag(name.toLowerCase());
    // A placeholder after `<` could become the name of a tag.
    else if (/[/!?{]/.test(this.#html[this.#at + 1] ?? '')) this.#enterTag('');
    return 1;
  }

  #enterTag(name: string): void {
    this.#place = 'tag';
    this.#name = name;
  }

  #followsEquals(): boolean {
    let before = this.#at - 1;
    while (/\s/.test(this.#html[before] ?? '')) before -= 1;
    return this.#html[before] === '=';
  }

  #startsWith(text: string): boolean {
    return this.#html.slice(this.#at, this.#at + text.length).toLowerCase() === text;
  }
}
