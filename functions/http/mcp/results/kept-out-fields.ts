import type { KeptOut } from '../kept-out.ts';
import type { Dated } from '../pages.ts';
import type { ResultRecord } from './result-record.ts';

const HOW =
  'They are not shown. To see them, call list_messages with the folder: spam, blocked or, with a virus, inbox.';

/** What a result says about messages that it leaves out: how many of which kind, and how to see them. */
export function keptOutFields(keptOut: readonly Pick<KeptOut, 'reason'>[]): ResultRecord {
  if (keptOut.length === 0) return {};
  const counts = Map.groupBy(keptOut, ({ reason }) => reason);
  return {
    left_out: Object.fromEntries([...counts].map(([reason, all]) => [reason, all.length])),
    left_out_note: HOW,
  };
}

/**
 * What is left out before the end of the rows that a result shows of a page. The next page begins after the last one
 * that is shown, and names what it leaves out itself.
 */
export function keptOutAmong(
  shown: readonly Dated[],
  page: readonly Dated[],
  keptOut: readonly KeptOut[],
): readonly KeptOut[] {
  if (shown.length === page.length) return keptOut;
  const [first, last] = [page[0]?.created_at ?? '', shown.at(-1)?.created_at ?? ''];
  const isNewestFirst = first >= (page.at(-1)?.created_at ?? '');
  return keptOut.filter(({ at }) => (isNewestFirst ? at > last : at < last));
}
