import { z } from 'zod';
import { APPROVAL_PAGE } from '#shared/domain/approval/approval-link.ts';
import { AUDITED_APPROVAL } from './audited.ts';
import { route } from './route.ts';

/**
 * The page that an email to an approver leads to. It is for browsers of people, and no operation of the API.
 *
 * Scanners of one network address open the links of many people, so a request with a valid token is served however many
 * there are. One with another token counts as a failed authentication of its address.
 *
 * See: docs/contract/approvals.md#by-email; docs/decisions/0094-approvals-by-email.md.
 */
const endpoint = {
  group: 'approvals',
  streamed: true,
  path: APPROVAL_PAGE,
  params: z.strictObject({ token: z.string() }),
  auth: 'none',
  budget: 'none',
  idempotent: false,
  status: 200,
  text: 'text/html',
} as const;

export const showApprovalPage = route({
  ...endpoint,
  name: 'showApprovalPage',
  method: 'GET',
  summary: 'The page that shows a held action to an approver.',
});

export const decideOnPage = route({
  ...endpoint,
  name: 'decideOnPage',
  method: 'POST',
  summary: 'The form of that page: a decision with the code of the email, or with a login.',
  audited: AUDITED_APPROVAL,
});
