import { writeMention } from '#shared/data/direct-writes/mentions.ts';
import { decodeMention, mentionKey, standingOf, strangerPatch } from '#shared/data/entities/contact/mention.ts';
import { getRowsTogether, type Table } from '#shared/data/table-client.ts';
import { mentionsIn } from '#shared/domain/vouching/mention.ts';
import { inOwnGroup } from './stage-names.ts';

/** Groups of names of a file that are recorded: all of an ordinary file. A table of people may have more. */
const MAX_GROUPS = 400;

/**
 * Records what the text of an attachment mentions, before its reader gets it. Files with a text that has to be extracted
 * are not read when the email arrives. No one vouches for what an attachment says, not even its sender.
 *
 * See: docs/contract/vouching.md#what-counts-as-a-mention.
 */
export async function rememberFile(
  table: Table,
  { identityId, messageId }: { readonly identityId: string; readonly messageId: string },
  text: string,
  now: number,
): Promise<void> {
  const { names } = mentionsIn([{ place: 'attachment', text }]);
  const groups = [...Map.groupBy(names.map(inOwnGroup), ({ group }) => group)].slice(0, MAX_GROUPS);
  const keyOf = (group: string) => mentionKey(identityId, group);
  const rows = await getRowsTogether(
    table,
    groups.map(([group]) => keyOf(group)),
  );
  await Promise.all(
    groups.map(async ([group, all]) => {
      const row = rows(decodeMention, keyOf(group));
      const others = all.filter((name) => standingOf(identityId, name, row, now).kind !== 'vouched');
      const patch = others.length === 0 ? undefined : strangerPatch(identityId, others, row, { messageId, now });
      if (patch !== undefined) await writeMention(table, identityId, group, patch);
    }),
  );
}
