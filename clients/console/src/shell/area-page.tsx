import type { ComponentType } from 'preact';
import { AgentsPage } from '../agents/agents-page.tsx';
import { InboxPage } from '../agents/inbox-page.tsx';
import { ApprovalsPage } from '../approvals/approvals-page.tsx';
import { ContactsPage } from '../contacts/contacts-page.tsx';
import { LogPage } from '../log/log-page.tsx';
import { MachinePage } from '../machine/machine-page.tsx';
import { OrganizationPage } from '../organization/organization-page.tsx';
import { SearchPage } from '../search/search-page.tsx';
import { TasksPage } from '../tasks/tasks-page.tsx';
import { TourPage } from '../tour/tour-page.tsx';
import { TracePage } from '../trace/trace-page.tsx';
import { TunnelsPage } from '../tunnels/tunnels-page.tsx';
import { VaultPage } from '../vault/vault-page.tsx';
import { isLocal } from './session.ts';

/** The page of each area. */
const PAGES: Readonly<Record<string, ComponentType>> = {
  search: SearchPage,
  log: LogPage,
  inbox: InboxPage,
  approvals: ApprovalsPage,
  agents: AgentsPage,
  tasks: TasksPage,
  contacts: ContactsPage,
  vault: VaultPage,
  tunnels: TunnelsPage,
  trace: TracePage,
  organization: OrganizationPage,
  ...(isLocal && { machine: MachinePage, tour: TourPage }),
};

/** The page that the address names. */
export function AreaPage({ area }: { readonly area: string }) {
  const Page = Object.hasOwn(PAGES, area) ? PAGES[area] : undefined;
  if (Page === undefined)
    return (
      <>
        <h1>No such page</h1>
        <p>
          The console has no page <code>{area}</code>.
        </p>
      </>
    );
  return <Page />;
}
