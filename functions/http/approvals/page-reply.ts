import { AppError } from '#shared/domain/errors/errors.ts';
import { PAGE_HEADERS, pagePolicy } from '#shared/runtime/pages/page.ts';
import type { EndpointRefusal } from '#shared/runtime/pipeline/http.ts';
import { reply } from '#shared/runtime/pipeline/operation.ts';
import { problemPage } from './pages/approval-page.ts';

const HEADERS = { ...PAGE_HEADERS, 'content-security-policy': pagePolicy() };

export function pageReply(status: number, text: string) {
  return reply(undefined, { status, text: { type: 'text/html', text }, headers: HEADERS });
}

/** The response for a token that is malformed, unknown or expired, or of a person who may not decide any more. */
export function invalidLink() {
  return pageReply(404, problemPage('This link is not valid, or has expired.'));
}

/** The response to a request that the pipeline or the decision refuses. */
export function refusalOf(error: unknown): EndpointRefusal {
  const { status, message } = error instanceof AppError ? error : new AppError('internal.error');
  return { status, text: { type: 'text/html', text: problemPage(message) }, headers: HEADERS };
}
