import { AppError } from '#shared/domain/errors/errors.ts';
import { ONE_CLICK } from '#shared/domain/mail/unsubscribe-token.ts';
import { html } from '#shared/runtime/pages/html.ts';
import { PAGE_HEADERS, page, pagePolicy } from '#shared/runtime/pages/page.ts';
import type { EndpointRefusal } from '#shared/runtime/pipeline/http.ts';
import { reply } from '#shared/runtime/pipeline/operation.ts';

/** What the pages of `List-Unsubscribe` links show. None of them says who has sent what to whom. */

const HEADERS = { ...PAGE_HEADERS, 'content-security-policy': pagePolicy() };

/** The page that a person gets who follows a link. Only its button unsubscribes. */
export const QUESTION = page(
  'Unsubscribe',
  html`<h1>Unsubscribe</h1>
<p>You will get no more email from this sender.</p>
<form method="post">
<input type="hidden" name="${ONE_CLICK.name}" value="${ONE_CLICK.value}">
<button type="submit">Unsubscribe</button>
</form>`,
);

export const DONE = page(
  'Unsubscribed',
  html`<h1>Unsubscribed</h1>
<p>You will get no more email from this sender.</p>`,
);

const INVALID = problemPage('This link is not valid, or has expired.');

export const NO_CLICK = problemPage(
  'The request does not say that you unsubscribe. Open the link, and use its button.',
);

function problemPage(text: string): string {
  return page(
    'Not unsubscribed',
    html`<h1>Not unsubscribed</h1>
<p>${text}</p>`,
  );
}

export function pageReply(status: number, text: string) {
  return reply(undefined, { status, text: { type: 'text/html', text }, headers: HEADERS });
}

/** The response for a token that is malformed, unknown or expired: the same for each. */
export function invalidLink() {
  return pageReply(404, INVALID);
}

/** The response to a request that the pipeline refuses. */
export function refusalOf(error: unknown): EndpointRefusal {
  const { status, message } = error instanceof AppError ? error : new AppError('internal.error');
  return { status, text: { type: 'text/html', text: problemPage(message) }, headers: HEADERS };
}
