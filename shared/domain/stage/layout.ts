/** Which layouts of stored data a release reads, and which one it writes. */
export interface ReleaseLayouts {
  readonly reads: readonly number[];
  /** One of `reads`. */
  readonly writes: number;
}

/** The layouts of the data in a table or state folder: what was ever written to it and not migrated since. */
export interface StoredLayouts {
  readonly oldest: number;
  readonly newest: number;
}

/**
 * The layout of everything that the service stores: rows of the table, messages of the queues, objects of the buckets,
 * and on one machine the state folder with the emulators' database. A change needs another layout if a release that
 * reads the present one would misread it. Additions that such a release ignores need none.
 *
 * Two releases work on the same data during every deployment, so a layout changes in steps.
 *
 * See: docs/decisions/0032-releases-and-migrations.md#layouts.
 */
export const LAYOUT: ReleaseLayouts = { reads: [5], writes: 5 };

/** Why a release may not work on stored data; `undefined` if it may. The text continues after the name of the data. */
export function dataRefusal({ oldest, newest }: StoredLayouts, release: ReleaseLayouts): string | undefined {
  const isRead = (layout: number) => release.reads.includes(layout);
  if (isRead(oldest) && isRead(newest)) return undefined;
  const found = `has ${spanOf(oldest, newest)}, and this release reads ${listOf(release.reads)}`;
  if (isRead(newest)) {
    return `${found}: deploy the release before this one, and run "npm run ops -- migrate" to the layout that this one reads`;
  }
  return newest > release.writes
    ? `${found}: deploy a release that reads it (docs/releases.json), or a new stage`
    : `${found}: deploy each release in between (docs/releases.json), with its migration, or a new stage`;
}

/** Why data without a layout is refused. The text continues after the name of the data. */
export const UNKNOWN_LAYOUT =
  'has rows but no layout: they were written by a release before 0.2.0, and this release cannot read them. Deploy a new ' +
  'stage (another AID_STAGE), or the commit that wrote them';

/**
 * Why two releases may not work on the same data at once, as they do during a deployment and during a canary release;
 * `undefined` if they may.
 */
export function overlapRefusal(deployed: ReleaseLayouts, next: ReleaseLayouts): string | undefined {
  if (next.reads.includes(deployed.writes) && deployed.reads.includes(next.writes)) return undefined;
  return (
    `the deployed release reads ${listOf(deployed.reads)} and writes ${deployed.writes}, and this one reads ` +
    `${listOf(next.reads)} and writes ${next.writes}. Both work on the table during a deployment: deploy the release ` +
    'in between first (docs/releases.json)'
  );
}

/** The layouts of data after a release has begun to write to it. */
export function withWriter({ oldest, newest }: StoredLayouts, { writes }: ReleaseLayouts): StoredLayouts {
  return { oldest: Math.min(oldest, writes), newest: Math.max(newest, writes) };
}

/** `layout 4`, `layouts 4 to 5`. */
export function spanOf(oldest: number, newest: number): string {
  return oldest === newest ? `layout ${oldest}` : `layouts ${oldest} to ${newest}`;
}

/** `layout 4`, `layouts 4 and 5`. */
function listOf(layouts: readonly number[]): string {
  return `${layouts.length === 1 ? 'layout' : 'layouts'} ${layouts.join(' and ')}`;
}
