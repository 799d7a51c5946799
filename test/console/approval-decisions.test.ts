import { expect, test } from 'vitest';
import { makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { routeRequests } from '#testing/route-requests.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, useBrowser } from './support/browser.ts';
import { approval, approvalOf, heldAgent, hold } from './support/held-actions.ts';
import { makeMember, makeOwner, openAs } from './support/people.ts';

useBrowser();

/** Opens an approval, and holds back what would notify the page until the function that it returns is called. */
async function openStale(organization: Organization, id: string) {
  const page = await openPage(`#/${organization.slug}/approvals/${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).and(page.locator(':enabled')).waitFor();
  await page.getByText('live', { exact: true }).waitFor();
  const held = Promise.withResolvers<void>();
  await routeRequests(page, `**/v1/approvals/${id}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  return { page, release: held.resolve };
}

test('A decision about what another person has decided meanwhile takes no effect, and the page says so', async () => {
  const organization = await makeOrganization();
  const agent = await heldAgent(organization);
  const [closed, changed] = [await hold(agent), await hold(agent, { subject: 'Another one' })];

  const ofClosed = await openStale(organization, closed.approvalId);
  await organization.api.ok('denyAction', { params: { id: closed.approvalId }, body: { reason: 'Too late.' } });
  await ofClosed.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await ofClosed.page.getByRole('alert').getByText('another person has decided').waitFor();
  ofClosed.release();
  await approval(ofClosed.page).getByText('Denied', { exact: true }).waitFor();
  await approval(ofClosed.page).getByText('Too late.').waitFor();

  const ofChanged = await openStale(organization, changed.approvalId);
  const { content_hash } = await approvalOf(organization, changed.approvalId);
  const body = { content_hash, edits: { text: 'What another person has written.' } };
  await organization.api.ok('approveAction', { params: { id: changed.approvalId }, body });
  await ofChanged.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await ofChanged.page.getByRole('alert').getByText('no longer what you were shown').waitFor();
  ofChanged.release();
  await approval(ofChanged.page).getByText('Approved', { exact: true }).waitFor();
  await ofChanged.page.getByText('What another person has written.').waitFor();
  await expectAccessible(ofChanged.page);
});

test('An approval that fails when it takes effect shows the reason', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  await organization.api.ok('setApprovalSettings', { body: { vault: 'always' } });
  const secret = await agent.api.ok('createSecret', { body: { name: 'Mail server', value: 'the value' } });
  const lease = await agent.api.ok('createLease', { body: { secret_id: secret.id } });
  await organization.api.ok('rotateSecret', { params: { id: secret.id }, body: { value: 'another value' } });
  const page = await openPage(`#/${organization.slug}/approvals/${lease.approval_id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('alert').getByText('It was approved, and did not happen').waitFor();
  await approval(page).getByText('Failed', { exact: true }).waitFor();
  expect((await agent.api.ok('listLeases')).leases).toEqual([]);
});

test('A viewer and an agent see the queue without buttons, and no key decides anything in a list', async () => {
  const { organization, owner } = await makeOwner();
  const agent = await heldAgent(organization);
  const { approvalId } = await hold(agent);
  const viewer = await makeMember(organization, 'viewer');
  for (const key of [await viewer.login(), agent.key]) {
    const page = await openAs(key);
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Approvals' }).click();
    await page.getByRole('list', { name: 'Approvals' }).getByText('ada@elsewhere.example').click();
    await page.getByText('Owners, admins and approvers decide about it.').waitFor();
    await page.getByText('The text.').waitFor();
    for (const name of ['Approve', 'Edit', 'Deny']) {
      expect(await page.getByRole('button', { name }).count(), name).toBe(0);
    }
    await expectAccessible(page);
  }

  const page = await openAs(await owner.login());
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Approvals' }).click();
  const row = page.getByRole('list', { name: 'Approvals' }).locator('[data-row]');
  await row.waitFor();
  await row.focus();
  for (const key of 'abcdefhilmnopqrstuvwxyzAY1 ') await page.keyboard.press(key);
  expect((await approvalOf(organization, approvalId)).status).toBe('pending');
});
