import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { type Html, html } from '#shared/runtime/pages/html.ts';
import { page, problemNote } from '#shared/runtime/pages/page.ts';
import type { Preview } from '../approval-record.ts';
import { previewHtml } from './preview-html.ts';

interface PendingPage {
  readonly approval: Approval;
  readonly preview: Preview;
  readonly handle: string;
  readonly organizationName: string;
  /** Whether the code of the email is accepted. */
  readonly takesCode: boolean;
  readonly problem?: string | undefined;
}

/**
 * The page that shows a held action, and on which a person decides. It has no code and no login: a program that presses
 * its buttons has neither, and decides nothing.
 */
export function pendingPage({ approval, preview, handle, organizationName, takesCode, problem }: PendingPage): string {
  const { id, contentHash, expiresAt } = approval;
  return page(
    'Decide',
    html`<h1>The agent <code>${handle}</code> of ${organizationName} waits for your decision</h1>
${problemNote(problem)}
${previewHtml(preview)}
<p>It is denied if no one decides by <strong>${timestamp(expiresAt)}</strong>.
<small>Approval <code>${id}</code>, content <code>${contentHash}</code></small></p>
${takesCode ? codeForm(contentHash) : undefined}
${loginForm(contentHash, takesCode)}`,
  );
}

function codeForm(contentHash: string): Html {
  return html`<form method="post">
<fieldset><legend>Decide with the code of the email</legend>
<label>Code <input type="text" name="code" inputmode="numeric" pattern="[0-9 ]{6,8}" autocomplete="one-time-code" required>
<small>The six digits next to the link that you have opened.</small></label>
${decision(contentHash)}
</fieldset>
</form>`;
}

function loginForm(contentHash: string, takesCode: boolean): Html {
  return html`<form method="post">
<fieldset><legend>${takesCode ? 'Or decide with your password' : 'Decide with your password'}</legend>
<label>Email address <input type="email" name="email" autocomplete="username" required></label>
<label>Password <input type="password" name="password" autocomplete="current-password" required></label>
<label>Second factor <input type="text" name="totp" autocomplete="one-time-code"><small>The code of your authenticator app, or a recovery code, if you use one.</small></label>
${decision(contentHash)}
</fieldset>
</form>`;
}

function decision(contentHash: string): Html {
  return html`<input type="hidden" name="content_hash" value="${contentHash}">
<label>Reason <input type="text" name="reason" maxlength="500" autocomplete="off"><small>For the agent, if you deny.</small></label>
<button type="submit" name="decision" value="approve">Approve</button>
<button type="submit" name="decision" value="deny">Deny</button>`;
}

const OUTCOMES: Readonly<Record<Approval['status'], string>> = {
  pending: 'It waits for a decision.',
  approved: 'It was approved.',
  denied: 'It was denied.',
  expired: 'No one decided in time: it was denied.',
  canceled: 'It was canceled, because the agent was suspended.',
  failed: 'It was approved, and then refused:',
};

/** What has become of an action. Nothing is left to decide. */
export function endedPage({ id, status, reason }: Approval, summary: string): string {
  return page(
    'Decided',
    html`<h1>${OUTCOMES[status]}</h1>
${reason === null ? undefined : html`<p>${reason}</p>`}
<p>${summary}</p>
<p><small>Approval <code>${id}</code></small></p>`,
  );
}

/** The page for what cannot be shown or decided. */
export function problemPage(text: string): string {
  return page(
    'Nothing decided',
    html`<h1>Nothing was decided</h1>
<p>${text}</p>`,
  );
}
