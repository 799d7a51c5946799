/** A part of an email: its fields, and its body in its transfer encoding. */
export interface Part {
  readonly fields: readonly string[];
  readonly body: string;
}
