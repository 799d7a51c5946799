import { totp } from '#shared/domain/organization/totp.ts';
import { freshName, type StateClient } from './state-client.ts';

const PASSWORD = 'correct horse battery';

/** More signups for one address than codes are mailed to it. */
const SIGNUPS_OF_ONE_ADDRESS = 12;

/** As many wrong passwords as one network address may try. */
const WRONG_PASSWORDS = 10;

/** Organizations, keys, people, their codes, logins and limits, contacts and their rules. */
export async function writePeople(client: StateClient): Promise<void> {
  const owner = `${freshName('owner')}@example.com`;
  const organization = await client.organization({ owner_email: owner });
  const agent = await client.agent(organization);
  client.later('a mailed code proves the owner', 'POST', '/v1/auth/verify', organization.key, {
    code: await client.mailedCode(owner),
  });
  const claimed = await client.organization();
  const claimant = `${freshName('claimant')}@example.com`;
  await client.ok('POST', '/v1/auth/claim', claimed.key, { email: claimant, password: PASSWORD });
  client.later('a mailed code completes a claim', 'POST', '/v1/auth/claim', claimed.key, {
    email: claimant,
    code: await client.mailedCode(claimant),
  });

  const [known, pending, flooded] = ['known', 'pending', 'flooded'].map((name) => `${freshName(name)}@example.com`) as [
    string,
    string,
    string,
  ];
  await signUp(client, known);
  const code = await client.mailedCode(known);
  await client.ok('POST', '/v1/auth/signup/verify', undefined, { email: known, code });
  // Release 0.2.0 keeps no row of a session, and has to read past those that this one stores.
  for (let sessions = 0; sessions < 2; sessions++) {
    const { token } = await client.ok('POST', '/v1/auth/login', undefined, { email: known, password: PASSWORD });
    client.reads(token, '/v1/me');
  }
  client.later('a person logs in', 'POST', '/v1/auth/login', undefined, { email: known, password: PASSWORD });
  await signUp(client, pending);
  client.later('a mailed code completes a signup', 'POST', '/v1/auth/signup/verify', undefined, {
    email: pending,
    code: await client.mailedCode(pending),
  });
  for (let n = 0; n < SIGNUPS_OF_ONE_ADDRESS; n++) await signUp(client, flooded);
  // One gets a code by email. That of the other is withheld, because the address has had its emails of the day.
  for (const email of [known, flooded]) await client.ok('POST', '/v1/auth/password/reset', undefined, { email });
  await writeLockedPerson(client);
  await writeMembers(client);
  const stranger = { email: `${freshName('stranger')}@example.com`, password: 'a wrong password' };
  await client.refused('POST', '/v1/auth/login', undefined, stranger);
  client.later('a wrong password is refused', 'POST', '/v1/auth/login', undefined, stranger, 401);

  const contact = await client.ok('POST', '/v1/contacts', agent.key, {
    display_name: 'Ada Lovelace',
    emails: ['ada@example.com'],
  });
  const rule = { identity_id: agent.id, action: 'block', match_type: 'exact_email', match_target: 'eve@example.com' };
  await client.ok('POST', '/v1/contact-rules', organization.key, rule);
  const warned = { match_type: 'domain', match_target: 'attacker.example', when: ['hidden_text'], folder: 'spam' };
  await client.ok('POST', '/v1/contact-rules', organization.key, { identity_id: agent.id, ...warned });
  const settings = { filter_mode: 'blocklist' };
  await client.ok('PUT', '/v1/contact-rules/settings', organization.key, settings);
  client.reads(organization.key, '/v1/me', '/v1/identities', '/v1/contacts', '/v1/contacts?email=ada@example.com');
  client.reads(organization.key, `/v1/contact-rules?identity_id=${agent.id}`, '/v1/contact-rules/settings');
  client.reads(agent.key, `/v1/identities/${agent.id}`, `/v1/contacts/${contact.id}`);
  client.later('a contact is changed', 'PATCH', `/v1/contacts/${contact.id}`, agent.key, { emails: ['b@example.com'] });
  client.later(
    'a slug stays taken',
    'POST',
    '/v1/organizations',
    undefined,
    { name: 'x', slug: organization.slug },
    409,
  );
  client.later('a handle stays taken', 'POST', '/v1/identities', organization.key, { handle: agent.handle }, 409);
  client.later('an agent is suspended', 'POST', `/v1/identities/${agent.id}/suspend`, organization.key, {
    reason: 'x',
  });
}

/**
 * Members with each kind of role, and an invitation. Release 0.3.0 knows no roles: it must not take a viewer for a
 * person with all rights.
 */
async function writeMembers(client: StateClient): Promise<void> {
  const owner = `${freshName('founder')}@example.com`;
  await signUp(client, owner);
  const code = await client.mailedCode(owner);
  const { api_key: key } = await client.ok('POST', '/v1/auth/signup/verify', undefined, { email: owner, code });
  const login = (email: string) => ['POST', '/v1/auth/login', undefined, { email, password: PASSWORD }] as const;
  for (const [role, isKnown] of [
    ['admin', true],
    ['viewer', false],
  ] as const) {
    const email = `${freshName(role)}@example.com`;
    await client.ok('POST', '/v1/members', key, { email, role });
    const invitation = { email, code: await client.mailedCode(email), password: PASSWORD };
    await client.ok('POST', '/v1/auth/invitation', undefined, invitation);
    const { token } = await client.ok(...login(email));
    const status = isKnown ? 200 : 401;
    client.later(`the token of a member with the role ${role}`, 'GET', '/v1/identities', token, undefined, status);
    client.later(`a login of a member with the role ${role}`, ...login(email), status);
  }
  await client.ok('POST', '/v1/members', key, { email: `${freshName('invited')}@example.com`, role: 'approver' });
  const { token } = await client.ok(...login(owner));
  await client.ok('PUT', '/v1/members/settings', token, { require_second_factor: true });
  const { secret } = await client.ok('POST', '/v1/auth/totp', token, {});
  await client.ok('POST', '/v1/auth/totp/verify', token, { code: totp(secret, Date.now()) });
  client.reads(token, '/v1/me');
  // Release 0.3.0 knows no second factor.
  client.later('a person with a second factor logs in', ...login(owner));
  const guess = { email: `${freshName('uninvited')}@example.com`, code: '000000' };
  await client.refused('POST', '/v1/auth/invitation', undefined, guess);
}

/** A person who has reached the limit of wrong passwords, and was mailed the code that lifts it. */
async function writeLockedPerson(client: StateClient): Promise<void> {
  const email = `${freshName('locked')}@example.com`;
  await signUp(client, email);
  await client.ok('POST', '/v1/auth/signup/verify', undefined, { email, code: await client.mailedCode(email) });
  for (let n = 0; n < WRONG_PASSWORDS; n++) {
    await client.refused('POST', '/v1/auth/login', undefined, { email, password: `wrong ${n}` });
  }
  await signUp(client, email);
  const code = await client.mailedCode(email, /log in again/);
  const login = ['POST', '/v1/auth/login', undefined, { email, password: PASSWORD }] as const;
  client.later('a locked account stays locked', ...login, 429);
  client.later('a mailed code unlocks an account', 'POST', '/v1/auth/signup/verify', undefined, { email, code }, 409);
  client.later('an unlocked person logs in', ...login);
}

async function signUp(client: StateClient, email: string): Promise<void> {
  const body = { organization_name: 'Works', organization_slug: freshName('org'), email, password: PASSWORD };
  await client.ok('POST', '/v1/auth/signup', undefined, body);
}
