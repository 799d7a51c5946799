import { html } from 'htm/preact';
import { AgentsPage } from '../agents/agents-page.ts';
import { ContactsPage } from '../contacts/contacts-page.ts';
import { LogPage } from '../log/log-page.ts';
import { MachinePage } from '../machine/machine-page.ts';
import { OrganizationPage } from '../organization/organization-page.ts';
import { TasksPage } from '../tasks/tasks-page.ts';
import { TourPage } from '../tour/tour-page.ts';
import { TunnelsPage } from '../tunnels/tunnels-page.ts';
import { VaultPage } from '../vault/vault-page.ts';
import { isLocal } from './session.ts';

/** The page of each area. */
const PAGES: Readonly<Record<string, unknown>> = {
  log: LogPage,
  agents: AgentsPage,
  tasks: TasksPage,
  contacts: ContactsPage,
  vault: VaultPage,
  tunnels: TunnelsPage,
  organization: OrganizationPage,
  ...(isLocal && { machine: MachinePage, tour: TourPage }),
};

/** The page that the address names. */
export function AreaPage({ area }: { readonly area: string }) {
  const Page = Object.hasOwn(PAGES, area) ? PAGES[area] : undefined;
  if (Page === undefined) return html`<h1>No such page</h1><p>The console has no page <code>${area}</code>.</p>`;
  return html`<${Page} />`;
}
