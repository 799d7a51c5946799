import type { Page } from 'playwright-core';
import { routeRequests } from '#testing/route-requests.ts';
import type { Demo } from './demo.ts';

/** A view of the console: what its picture is called, and how to get there. */
export interface View {
  readonly name: string;
  /** The address after `#/`. */
  readonly at: (demo: Demo) => string;
  /** What to do there before the picture is taken. */
  readonly after?: (page: Page) => Promise<unknown>;
  /** Who looks: by default the org key that this machine makes, otherwise the owner, or someone without a key. */
  readonly as?: 'owner' | 'anonymous';
}

/** A page of the demo organization. */
const of =
  (path: string) =>
  ({ slug }: Demo) =>
    `${slug}/${path}`;

/** A page of its agent for customers. */
const ofSupport =
  (path: string) =>
  ({ slug, support }: Demo) =>
    `${slug}/agents/${support.id}/${path}`;

/** A page of the organization without an agent. */
const ofEmpty =
  (path: string) =>
  ({ empty }: Demo) =>
    `${empty.slug}/${path}`;

const press = (button: string) => (page: Page) => page.getByRole('button', { name: button }).first().click();
const open = (link: RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name: link }).first().click();
};
const openTab = (link: RegExp, tab: string) => async (page: Page) => {
  await open(link)(page);
  await page.getByRole('tab', { name: tab }).click();
  if (tab !== 'Details') await seePicture(page);
};

const ORDER = /Where is my order/;
const UNKNOWN = '00000000000000000000000000';

/** All views, in the order of the sidebar. A new view of the console gets its line here. */
export const VIEWS: readonly View[] = [
  { name: 'login', at: () => '', as: 'anonymous' },

  { name: 'search-help', at: of('search') },
  { name: 'search', at: of('search?q=lamp') },
  { name: 'search-nothing', at: of('search?q=zeppelin') },

  { name: 'mail-of-all', at: of('inbox') },
  { name: 'mail-of-all-message', at: of('inbox'), after: open(ORDER) },
  { name: 'mail-of-all-selected', at: of('inbox'), after: select },

  { name: 'log', at: of('log') },
  { name: 'log-event', at: ({ slug, eventId }) => `${slug}/log/${eventId}` },
  { name: 'log-event-filtered', at: ({ slug, eventId }) => `${slug}/log/${eventId}?type=mail.received` },
  { name: 'log-filtered', at: of('log?type=mail.received'), after: press('Save filter') },
  { name: 'log-saved-filters', at: of('log?type=mail.received'), after: saveFilter },
  { name: 'log-empty', at: ofEmpty('log') },
  { name: 'log-nothing-matches', at: of('log?type=mail.complained') },
  { name: 'log-error', at: of('log?type=a2a.task.created'), after: failToLoad },

  { name: 'approvals', at: of('approvals') },
  { name: 'approvals-denied', at: of('approvals?status=denied') },
  { name: 'approval', at: ({ slug, approvalId }) => `${slug}/approvals/${approvalId}` },
  { name: 'approvals-empty', at: ofEmpty('approvals') },

  { name: 'agents', at: of('agents') },
  { name: 'agents-new', at: of('agents'), after: press('New agent') },
  { name: 'agents-empty', at: ofEmpty('agents') },
  { name: 'agent-unknown', at: of(`agents/agt_${UNKNOWN}`) },
  { name: 'agent-settings', at: ofSupport('settings') },
  { name: 'inbox', at: ofSupport('mail') },
  { name: 'inbox-empty', at: ({ quiet }) => `${quiet.slug}/agents/${quiet.agentId}/mail` },
  { name: 'inbox-search', at: ofSupport('mail?q=lamp') },
  { name: 'message', at: ofSupport('mail'), after: openOrder },
  { name: 'message-both', at: ofSupport('mail'), after: openTab(ORDER, 'Side by side') },
  { name: 'message-details', at: ofSupport('mail'), after: openTab(ORDER, 'Details') },
  { name: 'message-spoofed', at: ofSupport('mail'), after: open(/mailbox is full/) },
  { name: 'message-link', at: ofSupport('mail'), after: openLink },
  { name: 'message-attachments', at: ofSupport('mail'), after: open(/Invoice of November/) },
  { name: 'message-quoted', at: ofSupport('mail'), after: open(/The blue lamp/) },
  { name: 'sent', at: ofSupport('mail?folder=sent') },
  { name: 'sent-message', at: ofSupport('mail?folder=sent'), after: open(/left our warehouse/) },
  { name: 'failed', at: ofSupport('mail?folder=failed') },
  { name: 'failed-message', at: ofSupport('mail?folder=failed'), after: open(/Order 4712/) },
  { name: 'drafts', at: ofSupport('mail?folder=drafts') },
  { name: 'draft', at: ofSupport('mail?folder=drafts'), after: open(/price list/) },
  { name: 'drafts-empty', at: ({ quiet }) => `${quiet.slug}/agents/${quiet.agentId}/mail?folder=drafts` },
  { name: 'compose', at: ofSupport('compose') },
  { name: 'threads', at: ofSupport('threads') },
  { name: 'thread', at: ofSupport('threads'), after: open(ORDER) },

  { name: 'tasks', at: of('tasks') },
  { name: 'tasks-new', at: of('tasks'), after: press('New task') },
  { name: 'task', at: ({ slug, taskId }) => `${slug}/tasks/${taskId}` },
  { name: 'tasks-empty', at: ofEmpty('tasks') },

  { name: 'contacts', at: of('contacts') },
  { name: 'contacts-new', at: of('contacts'), after: press('New contact') },
  { name: 'contacts-rules', at: of('contacts/rules') },
  { name: 'contacts-empty', at: ofEmpty('contacts') },

  { name: 'vault', at: of('vault') },
  { name: 'vault-new', at: of('vault'), after: press('New lease') },
  { name: 'lease', at: ({ slug, leaseId }) => `${slug}/vault/${leaseId}` },
  { name: 'vault-empty', at: ofEmpty('vault') },

  { name: 'tunnels', at: of('tunnels') },
  { name: 'tunnels-empty', at: ofEmpty('tunnels') },

  { name: 'organization', at: of('organization') },
  { name: 'organization-empty', at: ofEmpty('organization') },
  { name: 'members', at: of('organization/members') },
  { name: 'members-invite', at: of('organization/members'), after: press('Invite') },
  { name: 'approval-settings', at: of('organization/approvals') },
  { name: 'endpoints', at: of('organization/endpoints') },
  { name: 'endpoints-new', at: of('organization/endpoints'), after: press('New endpoint') },
  { name: 'endpoints-empty', at: ofEmpty('organization/endpoints') },
  { name: 'endpoint', at: ({ slug, webhookId }) => `${slug}/organization/endpoints/${webhookId}` },
  { name: 'endpoint-recovered', at: of('organization/endpoints'), after: recover },
  { name: 'deliveries', at: of('organization/deliveries') },
  { name: 'deliveries-failed', at: of('organization/deliveries?status=dead_letter') },
  { name: 'deliveries-empty', at: ofEmpty('organization/deliveries') },
  { name: 'delivery', at: ({ slug, deliveryId }) => `${slug}/organization/deliveries/${deliveryId}` },
  { name: 'signatures', at: of('organization/signatures') },
  { name: 'keys', at: of('organization/keys') },
  { name: 'sessions', at: of('organization/sessions'), as: 'owner' },
  { name: 'second-factor', at: of('organization/second-factor'), as: 'owner' },
  { name: 'connectors', at: of('organization/connectors') },
  { name: 'domains', at: of('organization/domains') },
  { name: 'accounts', at: of('organization/accounts') },
  { name: 'audit', at: of('organization/audit') },

  { name: 'trace-delivery', at: ({ slug, deliveryId }) => `${slug}/trace/${deliveryId}` },
  { name: 'trace-message', at: ofSupport('mail'), after: traceMessage },
  { name: 'trace-task', at: ({ slug, taskId }) => `${slug}/trace/${taskId}` },
  { name: 'trace-unknown', at: of(`trace/dlv_${UNKNOWN}`) },

  { name: 'machine', at: of('machine') },
  { name: 'machine-outbox', at: of('machine/outbox') },
  { name: 'machine-queues', at: of('machine/queues') },
  { name: 'machine-requests', at: of('machine/requests') },
  { name: 'machine-metrics', at: of('machine/metrics') },
  { name: 'machine-failures', at: of('machine/failures') },
  { name: 'machine-reset', at: of('machine/reset') },

  { name: 'tour', at: ofEmpty('tour') },
  { name: 'palette', at: of('log'), after: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', at: of('log'), after: (page) => page.keyboard.press('?') },
  { name: 'menu', at: of('log'), after: openMenus },
];

async function saveFilter(page: Page): Promise<void> {
  await press('Save filter')(page);
  await page.getByLabel('Filter name').fill('Received');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** Has the list fail, and loads it again. */
async function failToLoad(page: Page): Promise<void> {
  await routeRequests(page, '**/v1/events?**', (route) => route.abort());
  await page.evaluate('location.hash = location.hash.replace("created", "canceled")');
  await page.getByRole('alert').first().waitFor();
  await page.unroute('**/v1/events?**');
}

async function openLink(page: Page): Promise<void> {
  await open(/mailbox is full/)(page);
  await page.getByText(/links? in this email/).click();
  await page
    .getByRole('button', { name: /^Open http/ })
    .first()
    .click();
}

/** Opens the endpoint that works again, and recovers what had failed. */
async function recover(page: Page): Promise<void> {
  await open(/_local\/receivers/)(page);
  await page.getByRole('button', { name: 'Recover' }).click();
  await page.getByRole('status').filter({ hasText: /\d/ }).first().waitFor();
}

/** Selects the newest messages. */
async function select(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Select / });
  for (const at of [0, 1, 2]) await boxes.nth(at).check();
}

async function traceMessage(page: Page): Promise<void> {
  await open(ORDER)(page);
  await open(/What led to this|Trace/)(page);
}

/** Opens the email about the order, and waits for its picture. */
async function openOrder(page: Page): Promise<void> {
  await open(ORDER)(page);
  await seePicture(page);
}

async function seePicture(page: Page): Promise<void> {
  await page.frameLocator('iframe.mail').locator('img[src^="data:"]').first().waitFor();
}

/** The sidebar, which is a menu on a phone, and the menu of the person in it. */
async function openMenus(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^Menu/ });
  if (await menu.isVisible()) await menu.click();
  await page.locator('[popovertarget="person-menu"]').first().click();
}
