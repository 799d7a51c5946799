/**
 * The tag of a raw mail that belongs to no mailbox. The bucket deletes files with it after a week: long enough to find
 * out why mail did not arrive, and no store of other people's junk.
 */
export const UNROUTABLE_TAG = { name: 'mail', value: 'unroutable' } as const;
export const UNROUTABLE_DAYS = 7;
