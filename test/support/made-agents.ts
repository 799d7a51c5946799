import { randomBytes } from 'node:crypto';
import { createOrganization } from '#functions/http/accounts/create-organization.ts';
import { createIdentity } from '#functions/http/identities/create-identity.ts';
import { insertApiKey } from '#shared/data/entities/organization/api-key.ts';
import { newApiKey } from '#shared/data/entities/organization/new-api-key.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { generateApiKey } from '#shared/domain/organization/api-key.ts';
import type { Services } from '#shared/runtime/pipeline/exchange.ts';
import type { PlainOperation, Write } from '#shared/runtime/pipeline/operation.ts';

/** An organization with the text of its first key. */
export interface MadeOrganization {
  readonly id: string;
  readonly key: string;
  readonly slug: string;
}

/** An agent with the text of a key of its own. */
export interface MadeAgent {
  readonly id: string;
  readonly key: string;
  readonly handle: string;
}

/** Unique in the table that the files of a process share. */
const unique = (kind: string) => `${kind}-${randomBytes(6).toString('hex')}`;

/** The name of an organization that tests make. */
export const FIXTURE_NAME = 'Test';

/** What a new key of an organization repeats of it. */
export interface KeyOwner {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/**
 * Creates an organization by the plan of its operation alone. A request would authenticate, count and record as well,
 * in as many accesses to the table again.
 */
export async function makeOrganization(services: Services): Promise<MadeOrganization> {
  const slug = unique('org');
  const made = await commitPlan(services, createOrganization, {}, { name: FIXTURE_NAME, slug });
  return { id: made.id, key: made.admin_api_key, slug };
}

/** Creates an agent with a key of its own in one commit, by the plans of the operations. */
export async function makeAgent(services: Services, organization: KeyOwner): Promise<MadeAgent> {
  const handle = unique('agent');
  const key = generateApiKey('agt');
  const { id } = await commitPlan(
    services,
    createIdentity,
    { actor: { organization } },
    { handle },
    (tx, identityId) => {
      const createdAt = tx.nextTimestamp(organization.id);
      const apiKey = newApiKey(key, { organizationId: organization.id, name: 'k', identityId, createdAt });
      tx.put(...insertApiKey(apiKey, organization));
    },
  );
  return { id, key, handle };
}

// biome-ignore lint/suspicious/noExplicitAny: the reply of any operation
type Reply = any;

async function commitPlan(
  { table, settings, keyring, now }: Services,
  { run }: PlainOperation,
  context: object,
  body: object,
  more: (tx: TransactionBuilder, id: string) => void = () => {},
): Promise<Reply> {
  const whole = { actor: null, table: table(), settings: settings(), keyring, now: now(), ...context };
  const request = { address: '192.0.2.1', baseUrl: 'https://api.test', ownUrls: ['https://api.test'] };
  const plan = (await run({ ...request, ...whole } as never, { params: {}, query: {}, body })) as Write<Reply>;
  const build: Write<Reply>['build'] = (tx) => {
    const outcome = plan.build(tx);
    if (outcome.kind === 'reply') more(tx, outcome.body.id);
    return outcome;
  };
  const outcome = await commit(table(), { build }, { now });
  if (outcome.kind === 'reject') throw outcome.error;
  return outcome.body;
}
