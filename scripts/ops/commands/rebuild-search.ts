import { findSearchIndex, putIndexDue, putRestart } from '#shared/data/entities/mail/search-index.ts';
import { findIdentityById } from '#shared/data/entities/organization/identity.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import type { OpsCommand } from '../command.ts';
import { OpsError, UsageError } from '../ops-error.ts';

/**
 * Has the search index of an agent's emails built again from its messages, as after files of emails were deleted.
 *
 * See: docs/data.md#deletion-on-request.
 */
export const rebuildSearch: OpsCommand = {
  name: 'rebuild-search',
  summary: 'builds the search index of the emails of an agent again',
  args: ['agent'],
  options: {},
  changes: true,
  run: async ({ stage, args, confirmed }) => {
    const [identityId = ''] = args;
    if (!isId('agent', identityId)) throw new UsageError(`not the id of an agent: ${identityId}`);
    const table = await stage.table();
    const agent = await findIdentityById(table, identityId);
    if (agent === undefined) throw new OpsError(`no agent ${identityId} in this stage`);
    const { index } = await findSearchIndex(table, identityId);
    const segments = index?.segments ?? [];
    if (confirmed) {
      const { organizationId } = agent;
      const changes = [putRestart(identityId), putIndexDue({ organizationId, identityId }, Date.now())];
      await commit(table, { build: (tx) => tx.put(...changes) }, { now: Date.now });
    }
    const verb = confirmed ? 'is built' : 'would be built';
    return {
      rows: segments.map(({ count, bytes, firstId, lastId }) => ({
        emails: count,
        bytes,
        first: firstId,
        last: lastId,
      })),
      notes: [`the index of ${identityId} ${verb} again, within minutes`],
    };
  },
};
