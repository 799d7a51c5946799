import Negotiator from 'negotiator';

/** Whether a caller prefers a page to JSON, as browsers do. See: RFC 9110, section 12.5.1. */
export function prefersHtml(accept: string | undefined): boolean {
  const negotiator = new Negotiator({ headers: { accept } });
  return negotiator.mediaType(['application/json', 'text/html']) === 'text/html';
}
