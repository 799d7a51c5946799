import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished } from 'vitest';
import { type Agent, type Organization, sharedStack } from '#testing/fixture.ts';
import { commandLineIn, type Ran } from './command-line-client.ts';
import type { RunningFake, Trust } from './provider-fakes/fake-provider.ts';
import { FAKES } from './provider-fakes/fakes.ts';
import { GCP_PROVIDER } from './provider-fakes/gcp.ts';

export const PROVIDER_NAMES = Object.keys(FAKES);

/** The providers that take keys inline. */
export const WITH_UPLOADED_KEYS = ['gcp', 'anthropic', 'openai'];

/** How providers refuse a token. Any other status would be a failure of the fake. */
export const REFUSED = [400, 401, 403];

const folder = mkdtempSync(join(tmpdir(), 'aid-providers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command line with the key of an agent or of an organization. */
export function commandLineOf({ key }: { readonly key: string }): ReturnType<typeof commandLineIn> {
  mkdirSync(folder, { recursive: true });
  const environment = { AID_URL: sharedStack().baseUrl, AID_KEY: key };
  return commandLineIn(mkdtempSync(join(folder, 'home-')), { environment });
}

/** Has an organization allow the audiences of all providers, by the command for that. */
export async function allowProviders(organization: Organization): Promise<void> {
  for (const name of PROVIDER_NAMES) {
    const args = name === 'gcp' ? ['--provider', GCP_PROVIDER] : [];
    const ran = await commandLineOf(organization)(['identity-tokens', 'allow', '--for', name, ...args]);
    expect(ran).toMatchObject({ code: 0, errors: '' });
  }
}

/** A provider that trusts the stack, and no agent but this one. */
export async function trusting(name: string, agent: Agent, trust: Partial<Trust> = {}): Promise<RunningFake> {
  const fake = await FAKES[name]?.({ issuer: sharedStack().baseUrl, subject: `agent:${agent.id}`, ...trust });
  if (fake === undefined) throw new Error(`no fake of ${name}`);
  onTestFinished(() => fake.close());
  return fake;
}

/** Runs `aid token --for`. For Google Cloud, makes the exchange as its libraries do: refused is 3 there too. */
export async function useProvider(
  name: string,
  fake: RunningFake,
  agent: Agent,
): Promise<Pick<Ran, 'code' | 'output'>> {
  const ran = await commandLineOf(agent)(['token', '--for', name, ...fake.args]);
  if (name !== 'gcp' || ran.code !== 0) return ran;
  const { status } = await fake.exchange(ran.rows[0].id_token);
  return { code: status === 200 ? 0 : 3, output: ran.output };
}
