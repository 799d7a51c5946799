import type { Page } from 'playwright-core';
import { CheckedApi } from '#testing/checked-api.ts';
import { freshName, makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';
import { mailedCode } from '../../support/sent-mail.ts';
import { openPage } from './browser.ts';

export const PASSWORD = 'correct horse battery';

/** A person with an account. */
export interface Person {
  readonly email: string;
  readonly login: (totp?: string) => Promise<string>;
}

/** An organization with an owner, who has an account. */
export async function makeOwner(): Promise<{ organization: Organization; owner: Person }> {
  const organization = await makeOrganization();
  const email = `${freshName('ada')}@example.com`;
  await organization.api.ok('claim', { body: { email, password: PASSWORD } });
  await organization.api.ok('claim', { body: { email, code: await mailedCode(email) } });
  return { organization, owner: personOf(email, organization.slug) };
}

/** A new person with a role in an organization. */
export async function makeMember(organization: Organization, role: 'admin' | 'approver' | 'viewer'): Promise<Person> {
  const email = `${freshName(role)}@example.com`;
  await organization.api.ok('createMember', { body: { email, role } });
  const body = { email, code: await mailedCode(email), password: PASSWORD };
  await anonymous().ok('joinOrganization', { body });
  return personOf(email, organization.slug);
}

function personOf(email: string, organization_slug: string): Person {
  return {
    email,
    login: async (totp) => {
      const body = { email, password: PASSWORD, organization_slug, ...(totp !== undefined && { totp }) };
      return (await anonymous().ok('login', { body })).token;
    },
  };
}

export function anonymous(): CheckedApi {
  return new CheckedApi(sharedStack().baseUrl);
}

/** Opens the console with a key or the token of a person. A place is then opened by `location.hash`. */
export async function openAs(key: string, more: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const page = await openPage('', more);
  await page.getByLabel('Key').fill(key);
  await page.getByRole('button', { name: 'Use key' }).click();
  await page.getByRole('main').and(page.locator('.area')).waitFor();
  return page;
}
