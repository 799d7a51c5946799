/** What a line of a text as a person sees it is part of. */
export type LineRole = 'own' | 'quotation' | 'forward';

/** A line of the text of an email as a person sees it. */
export interface ReadLine {
  readonly text: string;
  /**
   * How many quotations the line is in: containers of HTML that mail programs put quoted messages in, or `>` marks of a
   * plain text, which `text` has without them in that case.
   */
  readonly depth: number;
  /** What the outermost of these containers is; `own` outside of all of them. */
  readonly role: LineRole;
}
