/** The first bytes of a body that are shown as text. */
interface Body {
  readonly bytes: number;
  /** `undefined` if the body is no text. */
  readonly text: string | undefined;
}

/** The body of a response as text. A character that was cut off at the end is left out. */
export function bodyOf(base64: string): Body {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  try {
    // A stream may end within a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return { bytes: bytes.length, text: text.includes('\u0000') ? undefined : text };
  } catch {
    return { bytes: bytes.length, text: undefined };
  }
}
