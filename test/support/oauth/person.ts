import { CheckedApi } from '#testing/checked-api.ts';
import { type Agent, freshName, makeAgent, type Organization, sharedStack } from '#testing/fixture.ts';
import { mailedCode } from '../sent-mail.ts';

/** A person who can log in, with the organization that the person owns. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly organization: Organization;
}

/** Signs up a person with an organization. `codeFor` reads the code that is mailed to an address. */
export async function makePerson(
  baseUrl = sharedStack().baseUrl,
  codeFor = (address: string) => mailedCode(address, baseUrl),
): Promise<Person> {
  const anonymous = new CheckedApi(baseUrl);
  const [email, slug] = [`${freshName('ada')}@example.com`, freshName('works')];
  const password = `correct horse ${freshName()}`;
  const names = { organization_name: `Works of ${slug}`, organization_slug: slug };
  await anonymous.ok('signup', { body: { ...names, email, password } });
  const code = await codeFor(email);
  const { organization, api_key: key } = await anonymous.ok('verifySignup', { body: { email, code } });
  return { email, password, organization: { ...organization, key, api: anonymous.as(key) } };
}

/** The agents of a person's organization, as many as asked for. */
export function makeAgents({ organization }: Person, count: number): Promise<Agent[]> {
  return Promise.all(Array.from({ length: count }, () => makeAgent(organization)));
}
