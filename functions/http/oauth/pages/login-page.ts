import { html } from '#shared/runtime/pages/html.ts';
import { page, problemNote } from '#shared/runtime/pages/page.ts';
import { clientHeading, type ShownClient } from './client-heading.ts';

interface LoginPage {
  readonly client: ShownClient;
  /** The query of the page, which its form keeps. */
  readonly query: string;
  readonly csrf: string;
  readonly email?: string | undefined;
  readonly problem?: string | undefined;
}

/** The page on which a person logs in, to decide about a client. */
export function loginPage({ client, query, csrf, email = '', problem }: LoginPage): string {
  return page(
    'Log in',
    html`${clientHeading(client)}
<p>Log in to AID to decide. <strong>${client.host}</strong> does not get your password.</p>
${problemNote(problem)}
<form method="post" action="?${query}">
<input type="hidden" name="csrf" value="${csrf}">
<label>Email address <input type="email" name="email" value="${email}" autocomplete="username" required></label>
<label>Password <input type="password" name="password" autocomplete="current-password" required></label>
<label>Second factor <input type="text" name="totp" autocomplete="one-time-code"><small>The code of your authenticator app, or a recovery code, if you use one.</small></label>
<label>Organization <input type="text" name="organization_slug" autocomplete="off"><small>Its short name, if you belong to several.</small></label>
<button type="submit" name="action" value="login">Log in</button>
<button type="submit" name="action" value="deny" formnovalidate>Cancel</button>
</form>`,
  );
}
