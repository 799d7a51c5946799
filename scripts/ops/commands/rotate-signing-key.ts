import { findSigningKeys } from '#shared/data/entities/issuer/signing-key.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { createNextSigningKey, replaceSigningKeys } from '#shared/runtime/create-signing-key.ts';
import type { OpsCommand } from '../command.ts';
import { OpsError } from '../ops-error.ts';
import { describeSigningKeys, requireRotatable } from '../signing-key-rotation.ts';

/** Creates a new version of the key that signs tokens and cards. See: docs/runbook.md#replacing-the-signing-key. */
export const rotateSigningKey: OpsCommand = {
  name: 'rotate-signing-key',
  summary: 'replaces the key that signs identity tokens and agent cards by a new version, which signs a day later',
  args: [],
  options: {
    withdraw: { type: 'boolean', description: 'the new key signs at once, and the keys before verify nothing more' },
  },
  changes: true,
  run: async ({ stage, confirmed, options, now }) => {
    const table = await stage.table();
    const keys = await findSigningKeys(table, stage.name);
    const rows = describeSigningKeys(keys, now);
    const withdraws = options.withdraw === true;
    if (!withdraws) requireRotatable(keys, now);
    if (!confirmed) {
      const note = withdraws
        ? 'a key would be created that signs at once, and tokens and cards of the keys before would be refused'
        : 'a key would be published at once, and would sign from a day later';
      return { rows, notes: [note] };
    }
    const custody = await stage.signingKeyCustody();
    const creation = { table, keyService: await stage.signingKeyService(), stage: stage.name, custody };
    const created = await (withdraws ? replaceSigningKeys : createNextSigningKey)(creation, keys, now);
    if (created === undefined) throw new OpsError('another command has created a key at the same time');
    const from = withdraws
      ? 'it signs now, and the keys before are withdrawn'
      : `it signs from ${timestamp(created.signsFrom)}`;
    return { rows, notes: [`version ${created.version} was created; ${from}`] };
  },
};
