import { timingSafeEqual } from 'node:crypto';
import * as endpoints from '#shared/contract/approval-endpoints.ts';
import type { Change } from '#shared/data/change.ts';
import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { approvalCodeContext, replaceApprovalLink } from '#shared/data/entities/approval/approval-link.ts';
import type { User } from '#shared/data/entities/organization/user.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { endpointOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { decideApproval } from '#shared/services/approvals/decide-approval.ts';
import { type DecisionForm, decisionForm } from './decision-form.ts';
import { logInToDecide } from './log-in-to-decide.ts';
import { type OpenedLink, openLink, replyWithPage, takesCode } from './opened-link.ts';
import { invalidLink, pageReply, refusalOf } from './page-reply.ts';
import { endedPage } from './pages/approval-page.ts';
import { previewOf } from './preview.ts';

/**
 * Decides about a held action, for a person who types the code of the email or logs in. Without either, nothing is
 * decided: the request has no cookie, and the page has no secret, that could stand for the person.
 *
 * See: docs/contract/approvals.md#by-email; docs/decisions/0094-approvals-by-email.md.
 */
export const decideOnPage = endpointOperation(
  endpoints.decideOnPage,
  async (context, { params, body }) => {
    const opened = await openLink(context, params.token ?? '');
    if (opened === undefined) return invalidLink();
    const form = decisionForm(Buffer.from(body ?? '').toString());
    if (form === undefined) {
      return replyWithPage(context, opened, { status: 400, problem: 'Type the code of the email, or log in.' });
    }
    return form.proof.kind === 'code' ? decideByCode(context, opened, form) : decideByLogin(context, opened, form);
  },
  refusalOf,
);

/** What the form says, with the code that was typed. */
async function decideByCode(context: RequestContext, opened: OpenedLink, form: DecisionForm) {
  const { hash, link, approval, approver } = opened;
  const { code } = link;
  if (approval.status !== 'pending') return replyWithPage(context, opened, { status: 409 });
  if (form.proof.kind !== 'code' || code === undefined || !takesCode(opened, context.now)) {
    return replyWithPage(context, opened, { status: 403, problem: 'No code is accepted here any more. Log in.' });
  }
  const keyring = await context.keyring();
  const guess = await keyring.hmacLike(code.hmac, 'code', approvalCodeContext(hash), form.proof.code);
  if (!timingSafeEqual(Buffer.from(guess), Buffer.from(code.hmac))) {
    const counted = { ...link, code: { ...code, guesses: code.guesses + 1 } };
    const page = await replyWithPage(
      context,
      { ...opened, link: counted },
      { status: 403, problem: 'The code is wrong.' },
    );
    return write((tx) => {
      tx.put(replaceApprovalLink(counted));
      return page;
    });
  }
  const used = replaceApprovalLink({ ...link, code: { ...code, used: true } });
  return decideAs(context, opened, { form, user: approver.user, changes: [used] });
}

async function decideByLogin(context: RequestContext, opened: OpenedLink, form: DecisionForm) {
  const login = await logInToDecide(context, opened, form);
  if ('user' in login) return decideAs(context, opened, { form, ...login });
  const page = await replyWithPage(context, opened, { status: 403, problem: login.problem });
  return write((tx) => {
    tx.put(...login.changes);
    return page;
  });
}

interface Deciding {
  readonly form: DecisionForm;
  readonly user: User;
  /** What the same commit changes: the code is used up, or the login is counted. */
  readonly changes: readonly Change[];
}

async function decideAs(context: RequestContext, opened: OpenedLink, { form, user, changes }: Deciding) {
  const { approval } = opened;
  const result = await decideApproval(context, approval, { decision: form.decision, by: user.id });
  const { summary } = await previewOf(context.table, approval);
  if (result.kind === 'unchanged') return pageReply(200, endedPage(result.approval, summary));
  const { build, stored } = result;
  return write(
    (tx) => {
      tx.put(...changes);
      const decided = build(tx);
      tx.audit({
        organizationId: decided.organizationId,
        actor: { type: 'user', id: user.id, label: user.email },
        action: form.decision.kind === 'approve' ? 'approveAction' : 'denyAction',
        targetId: decided.id,
        before: auditedApproval(approval),
        after: auditedApproval(decided),
      });
      return pageReply(200, endedPage(decided, summary));
    },
    { stored },
  );
}

/** What the audit shows of an approval. */
function auditedApproval({ identityId, kind, subjectId, status, reason }: Approval) {
  return { identity_id: identityId, kind, subject_id: subjectId, status, reason };
}
