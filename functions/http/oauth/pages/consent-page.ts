import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { MAX_RECIPIENTS } from '#shared/domain/oauth/recipients.ts';
import { type Html, html } from '#shared/runtime/pages/html.ts';
import { page, problemNote } from '#shared/runtime/pages/page.ts';
import { clientHeading, type ShownClient } from './client-heading.ts';

/** What a scope lets a client do, in the words of the page. See: docs/contract/scopes.md. */
const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  'mail.read': 'Read the agent’s email, and mark and move it',
  'mail.send': 'Send email as the agent',
  tasks: 'Send, read and answer the agent’s tasks with other agents',
  events: 'See what else happens to the agent',
  contacts: 'Read and change the agent’s contacts',
  vault: 'Use and change the agent’s secrets: passwords and keys for other services',
  identity: 'Prove to other services that it is the agent',
};

/** Scopes that a person has to choose. The others that a client asks for are chosen unless the person removes them. */
const UNCHOSEN: ReadonlySet<Scope> = new Set(['vault', 'identity']);

/** An agent that a person can choose. */
interface ShownAgent {
  readonly id: string;
  readonly handle: string;
  readonly displayName: string;
}

/** What a person has chosen before, if the page is shown again. */
export interface Choices {
  readonly agents: readonly string[];
  readonly scopes: readonly string[];
  readonly recipients: string;
}

export interface ConsentPage {
  readonly client: ShownClient;
  readonly query: string;
  readonly csrf: string;
  readonly email: string;
  readonly organizationName: string;
  readonly agents: readonly ShownAgent[];
  readonly scopes: readonly Scope[];
  readonly choices?: Choices | undefined;
  readonly problem?: string | undefined;
}

/** The page on which a person decides what a client may do. */
export function consentPage(shown: ConsentPage): string {
  const { client, query, csrf, email, organizationName, agents, scopes, choices, problem } = shown;
  const only = agents.length === 1 ? agents[0]?.id : undefined;
  const isChosen = (id: string) => choices?.agents.includes(id) ?? id === only;
  return page(
    'Allow access',
    html`${clientHeading(client)}
<p>You are logged in as <strong>${email}</strong> of <strong>${organizationName}</strong>.</p>
${problemNote(problem)}
<form method="post" action="?${query}">
<input type="hidden" name="csrf" value="${csrf}">
<fieldset><legend>Agents that it may act for</legend>
${agents.length === 0 ? html`<p>Your organization has no active agent.</p>` : undefined}
${agents.map(({ id, handle, displayName }) => checkbox('agent', id, isChosen(id), html`${displayName} <small><code>${handle}</code></small>`))}
</fieldset>
<fieldset><legend>What it may do for them</legend>
${scopes.map((scope) => checkbox('allow', scope, choices?.scopes.includes(scope) ?? !UNCHOSEN.has(scope), html`${SCOPE_TEXTS[scope]} <small><code>${scope}</code></small>`))}
</fieldset>
${scopes.includes('mail.send') ? recipientsField(choices?.recipients ?? '') : undefined}
<p>You can revoke the access at any time. It ends at once.</p>
<button type="submit" name="action" value="allow">Allow</button>
<button type="submit" name="action" value="deny" formnovalidate>Cancel</button>
</form>`,
  );
}

function checkbox(name: string, value: string, isChecked: boolean, label: Html): Html {
  const checked = isChecked ? html` checked` : undefined;
  return html`<label><input type="checkbox" name="${name}" value="${value}"${checked}> ${label}</label>
`;
}

function recipientsField(recipients: string): Html {
  return html`<fieldset><legend>Whom it may write to</legend>
<label>Addresses and domains, one per line
<textarea name="recipients" rows="3" spellcheck="false" autocomplete="off">
${recipients}</textarea>
<small>Leave it empty for anyone. At most ${String(MAX_RECIPIENTS)}.</small></label>
</fieldset>`;
}
