/** An element of HTML, as far as containers of quotations are recognized by it. */
export interface ContainerElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Whether mail programs put a quoted or forwarded message into this element, or a line that introduces one. */
export function containerOf(element: ContainerElement): 'quotation' | 'forward' | 'attribution' | undefined {
  const { name, attributes } = element;
  if (name === 'blockquote' && attributes.type?.toLowerCase() === 'cite') return 'quotation';
  return /(?:^|\s)gmail_quote(?:\s|$)/.test(attributes.class ?? '') ? 'quotation' : undefined;
}
