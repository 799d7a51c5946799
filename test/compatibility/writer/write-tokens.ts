import type { StateClient } from './state-client.ts';

/** Audiences, a signing key, and a token with its event and its count. */
export async function writeTokens(client: StateClient): Promise<void> {
  const organization = await client.organization();
  const agent = await client.agent(organization);
  const audience = 'sts.amazonaws.com';
  await client.ok('PUT', '/v1/identity-tokens/settings', organization.key, { audiences: [audience] });
  await client.ok('POST', `/v1/identities/${agent.id}/tokens`, agent.key, { audience });
  // The last release knows neither the event nor the count of the day.
  client.reads(organization.key, '/v1/events', '/v1/usage');
  const mail = { to: 'ada@elsewhere.example', subject: 'Example', text: 'Hello' };
  client.later('an email is counted', 'POST', `/v1/identities/${agent.id}/mail/send`, agent.key, mail);
}
