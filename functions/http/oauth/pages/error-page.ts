import { html } from '#shared/runtime/pages/html.ts';
import { page } from '#shared/runtime/pages/page.ts';

/** The page for a request that leads nowhere. It has no link, so that no one can use it to send people elsewhere. */
export function errorPage(message: string): string {
  return page(
    'Not connected',
    html`<h1>Not connected</h1>
<p>${message}</p>
<p>Return to the application, and connect it again.</p>`,
  );
}
