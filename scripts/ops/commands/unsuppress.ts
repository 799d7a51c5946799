import {
  DeleteSuppressedDestinationCommand,
  GetSuppressedDestinationCommand,
  type SESv2Client,
} from '@aws-sdk/client-sesv2';
import { deleteSuppression, findSuppression, type Suppression } from '#shared/data/entities/mail/suppression.ts';
import { findIdentityById } from '#shared/data/entities/organization/identity.ts';
import { findOrganization } from '#shared/data/entities/organization/organization.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { type Cells, type OpsCommand, type Report, textOption } from '../command.ts';
import { OpsError, UsageError } from '../ops-error.ts';

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/**
 * Takes an address off the suppression lists: that of the account in SES, and with an organization those that its mail
 * meets, the one of its SES tenant and ours.
 */
export const unsuppress: OpsCommand = {
  name: 'unsuppress',
  summary: 'takes an address off the suppression list of SES, and off that of an organization or an agent',
  args: ['address'],
  options: {
    organization: { type: 'string', value: 'id', description: 'also the list of this organization' },
    agent: { type: 'string', value: 'id', description: 'only the list of this agent, from which people unsubscribe' },
  },
  changes: true,
  run: async (invocation) => {
    const { stage, args, confirmed } = invocation;
    const [address = ''] = args;
    if (!ADDRESS.test(address)) throw new UsageError(`not an email address: ${address}`);
    const organizationId = textOption(invocation, 'organization');
    const agentId = textOption(invocation, 'agent');
    if (agentId !== undefined) {
      if (organizationId !== undefined) throw new UsageError('either --organization or --agent');
      return offAgent(await stage.table(), { agentId, address, confirmed });
    }
    if (organizationId !== undefined && !isId('organization', organizationId))
      throw new UsageError(`--organization: not the id of an organization: ${organizationId}`);
    const table = organizationId === undefined ? undefined : await stage.table();
    const rows = [
      ...(await inSes(stage.ses, ACCOUNT, { EmailAddress: address })),
      ...(table === undefined || organizationId === undefined
        ? []
        : [
            ...(await inSes(stage.ses, TENANT, { EmailAddress: address, TenantName: organizationId })),
            ...(await ofOrganization(table, organizationId, address)),
          ]),
    ];
    if (confirmed) {
      for (const row of rows) {
        if (row.list === ACCOUNT)
          await stage.ses.send(new DeleteSuppressedDestinationCommand({ EmailAddress: address }));
        else if (row.list === TENANT)
          await stage.ses.send(
            new DeleteSuppressedDestinationCommand({ EmailAddress: address, TenantName: organizationId }),
          );
        else if (table !== undefined && organizationId !== undefined) await removeRow(table, organizationId, address);
      }
    }
    return { rows, notes: notesOf(rows, { address, confirmed, organizationId }) };
  },
};

const ACCOUNT = 'account (SES)';
const TENANT = 'organization (SES)';

/** The address on a list of SES: the account's, or that of a tenant, which may not exist yet. */
async function inSes(
  ses: SESv2Client,
  list: string,
  named: { EmailAddress: string; TenantName?: string },
): Promise<Cells[]> {
  try {
    const { SuppressedDestination: found } = await ses.send(new GetSuppressedDestinationCommand(named));
    return [{ list, reason: found?.Reason ?? null, since: found?.LastUpdateTime?.toISOString() ?? null }];
  } catch (error) {
    if ((error as Error).name === 'NotFoundException') return [];
    throw error;
  }
}

/** The list of an agent is ours alone: SES does not know who has unsubscribed. */
async function offAgent(
  table: Table,
  { agentId, address, confirmed }: { agentId: string; address: string; confirmed: boolean },
): Promise<Report> {
  if (!isId('agent', agentId)) throw new UsageError(`--agent: not the id of an agent: ${agentId}`);
  const [agent, found] = await Promise.all([
    findIdentityById(table, agentId),
    findSuppression(table, agentId, address),
  ]);
  if (agent === undefined) throw new OpsError(`no agent ${agentId} in this stage`);
  const rows = found === undefined ? [] : [suppressionCells(agentId, found)];
  if (confirmed && found !== undefined) await removeRow(table, agentId, address);
  const verb = confirmed ? 'was taken off' : 'would be taken off';
  const note = found === undefined ? `${address} is not suppressed` : `${address} ${verb} the list of ${agentId}`;
  return { rows, notes: [note] };
}

async function ofOrganization(table: Table, organizationId: string, address: string): Promise<Cells[]> {
  const [organization, found] = await Promise.all([
    findOrganization(table, organizationId),
    findSuppression(table, organizationId, address),
  ]);
  if (organization === undefined) throw new OpsError(`no organization ${organizationId} in this stage`);
  if (found === undefined) return [];
  return [suppressionCells(organizationId, found)];
}

function suppressionCells(list: string, { reason, createdAt }: Suppression): Cells {
  return { list, reason, since: new Date(createdAt).toISOString() };
}

async function removeRow(table: Table, owner: string, address: string): Promise<void> {
  await commit(table, { build: (tx) => tx.put(deleteSuppression(owner, address)) }, { now: Date.now });
}

function notesOf(
  rows: readonly Cells[],
  { address, confirmed, organizationId }: { address: string; confirmed: boolean; organizationId: string | undefined },
): string[] {
  const verb = confirmed ? 'was taken off' : 'would be taken off';
  const lists = rows.map(({ list }) => list).join(' and ');
  return [
    rows.length === 0 ? `${address} is not suppressed` : `${address} ${verb} the list of ${lists}`,
    ...(organizationId === undefined ? ['each organization has a list of its own: --organization <id>'] : []),
  ];
}
