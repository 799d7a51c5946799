import { html } from 'htm/preact';
import { AgentsPage } from '../agents/agents-page.ts';
import { LogPage } from '../log/log-page.ts';
import { OrganizationPage } from '../organization/organization-page.ts';

/** The page of each area. */
const PAGES: Readonly<Record<string, unknown>> = {
  log: LogPage,
  agents: AgentsPage,
  organization: OrganizationPage,
};

/** The page that the address names. */
export function AreaPage({ area }: { readonly area: string }) {
  const Page = Object.hasOwn(PAGES, area) ? PAGES[area] : undefined;
  if (Page === undefined) return html`<h1>No such page</h1><p>The console has no page <code>${area}</code>.</p>`;
  return html`<${Page} />`;
}
