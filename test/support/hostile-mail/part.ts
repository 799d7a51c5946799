/** A part of a mail: its own fields, and its body as it is transferred. */
export interface Part {
  readonly fields: readonly string[];
  readonly body: string;
}
