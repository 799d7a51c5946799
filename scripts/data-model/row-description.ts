import type { PREFIX } from '#shared/data/table.ts';

/** One kind of row: what it is, the rest of its partition key after the prefix, its sort key and its source files. */
export interface RowDescription {
  readonly row: string;
  readonly pk: string;
  readonly sk: string;
  /** Files below `shared/data/entities/`, or paths that begin with `shared/`. */
  readonly files: readonly string[];
  /**
   * What of people a key or an attribute of the row has in the clear. It names network addresses and email addresses as
   * such, which a test looks for.
   */
  readonly personal?: string;
}

/** The prefixes of partition keys that have rows of their own. */
type DescribedPrefix = Exclude<keyof typeof PREFIX, 'due'>;

/** The rows of each prefix of an area. */
export type AreaRows<Prefix extends DescribedPrefix = DescribedPrefix> = Readonly<
  Record<Prefix, readonly RowDescription[]>
>;
