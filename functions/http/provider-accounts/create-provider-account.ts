import type { z } from 'zod';
import * as routes from '#shared/contract/routes/provider-accounts.ts';
import type { createProviderAccountBody } from '#shared/contract/schemas/provider-account.ts';
import {
  insertProviderAccount,
  type ProviderAccount,
  type ProviderCredentials,
  readProviderDefault,
  replaceProviderDefault,
} from '#shared/data/entities/mail/provider-account.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { generateInboundSecret } from '#shared/domain/mail/provider.ts';
import { readEnv } from '#shared/runtime/env.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import type { Settings } from '#shared/runtime/pipeline/context.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { sealCredentials } from '#shared/services/outbound-mail/create-provider.ts';
import { checkProvider } from './check-provider.ts';
import { providerAccountRecord } from './provider-account-record.ts';
import { smtpServerProblem } from './smtp-server-problem.ts';

type Body = z.output<typeof createProviderAccountBody>;

export const createProviderAccount = operation(
  routes.createProviderAccount,
  async ({ actor, table, settings, now, keyring: loadKeyring }, { body }) => {
    const organizationId = actor.organization.id;
    requireServer(body, settings);
    requireRole(body);
    const [current, keyring] = await Promise.all([readProviderDefault(table, organizationId), loadKeyring()]);
    const secret = generateInboundSecret();
    // Encrypted values are bound to the id of the account, so the id must be known before they are encrypted.
    const accountAt = (at: number, random: string): ProviderAccount => {
      const id = makeId('providerAccount', at, random);
      return {
        id,
        organizationId,
        provider: body.provider,
        name: body.name ?? body.host ?? `SES ${body.region}`,
        status: 'active',
        region: body.region ?? null,
        host: body.host ?? null,
        port: body.port ?? null,
        username: body.username ?? null,
        sealedCredentials: sealedCredentialsOf(id, body, keyring),
        sealedInboundSecret: keyring.seal('provider-inbound', id, secret),
        lastError: null,
        createdAt: at,
        updatedAt: at,
        version: 1,
      };
    };
    const providerStatus = await checkProvider(accountAt(now, randomPart()), keyring, settings);

    const isDefault = body.is_default ?? current.accounts === 0;
    return write((tx) => {
      const account = { ...accountAt(tx.nextTimestamp(organizationId), randomPart()), ...providerStatus };
      const next = {
        defaultId: isDefault ? account.id : current.defaultId,
        accounts: current.accounts + 1,
        version: current.version + 1,
      };
      tx.put(...insertProviderAccount(account), replaceProviderDefault(organizationId, next));
      return reply({ ...providerAccountRecord(account, next), inbound_secret: secret });
    });
  },
);

/**
 * Throws if an SES account in another region has no role. Without a role, mail is sent by the stage's SES in its
 * region.
 */
function requireRole({ region, credentials }: Body): void {
  if (region === undefined || credentials?.role_arn !== undefined) return;
  const stageRegion = readEnv('AWS_REGION').AWS_REGION;
  if (region !== stageRegion) throw invalid('credentials.role_arn', `required in every region but ${stageRegion}`);
}

function requireServer({ host, port }: Body, settings: Settings): void {
  if (host === undefined || port === undefined) return;
  const problem = smtpServerProblem({ host, port }, { allowLoopback: settings.allowLoopbackReceivers });
  if (problem !== undefined) throw invalid(problem.field, problem.expected);
}

function sealedCredentialsOf(accountId: string, { credentials = {} }: Body, keyring: Keyring): string | null {
  const plain: ProviderCredentials = { password: credentials.password, roleArn: credentials.role_arn };
  const isEmpty = Object.values(plain).every((value) => value === undefined);
  return isEmpty ? null : sealCredentials(accountId, plain, keyring);
}
