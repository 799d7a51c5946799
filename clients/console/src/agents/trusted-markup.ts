interface TrustedPolicy {
  createHTML(text: string): unknown;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string }): TrustedPolicy;
}

/** The only ways in which foreign text becomes a document: in a frame without permissions, or for inspection. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const documents = trustedTypes?.createPolicy('mail-document', { createHTML: (text) => text });

/** Markup in the form that the browser's policy accepts as a document. */
export function trusted(markup: string): string {
  // The types of the DOM have a text where it also accepts what a policy has made.
  return (documents?.createHTML(markup) ?? markup) as string;
}
