/** The texts of an email that no person sees, or perhaps not. */
export class UnseenTexts {
  readonly hidden: string[] = [];
  /** The texts that are hidden before the first text that is seen. Mail programs show them in lists. */
  readonly preheader: string[] = [];
  /** Texts with a style that is not understood. */
  readonly doubtful: string[] = [];
  /** The titles of the document and of its graphics, which no reader shows in the text. */
  readonly titles: string[] = [];
  /** Texts that a picture or a control has no room for: programs that show the picture do not need them. */
  readonly spare: string[] = [];
  /** Whether text was found that is seen. */
  hasBegun = false;
  /** Whether a picture was found that is seen. */
  hasPictures = false;

  add(text: string, sight: 'hidden' | 'doubtful'): void {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line === '') return;
    if (sight === 'doubtful') this.doubtful.push(line);
    else (this.hasBegun ? this.hidden : this.preheader).push(line);
  }
}
