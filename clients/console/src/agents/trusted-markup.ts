interface TrustedPolicy {
  createHTML(text: string): unknown;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string }): TrustedPolicy;
}

/** The only way in which text from others becomes a document: in a frame that may do nothing, or to be inspected. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const documents = trustedTypes?.createPolicy('mail-document', { createHTML: (text) => text });

/** Markup in the form that the browser's policy accepts as a document. */
export function trusted(markup: string): unknown {
  return documents?.createHTML(markup) ?? markup;
}
