/**
 * Content above this size, as JSON text in UTF-8 bytes, is an object in a bucket, and its row has a pointer. A write
 * unit of a transaction covers half a kilobyte, so 32 KB cost as much as nine uploads.
 *
 * See: docs/decisions/0031-large-content.md.
 */
export const MAX_ROW_CONTENT_BYTES = 32 * 1024;

/**
 * The beginnings of the object keys: the content of tasks, of events and of drafts of emails, the stored replies of
 * idempotency keys, and the segments of search indexes.
 */
export const CONTENT_PREFIX = {
  task: 'tasks/',
  event: 'events/',
  reply: 'replies/',
  draft: 'drafts/',
  search: 'search/',
} as const;
export type ContentKind = keyof typeof CONTENT_PREFIX;

/**
 * The tag of an object that no row names: its commit was refused, or a later object has replaced it. The bucket deletes
 * it after the time for which the table can be restored to an earlier state, in which a row may still name it.
 */
export const UNUSED_TAG = { name: 'content', value: 'unused' } as const;
export const UNUSED_DAYS = 40;

/** A stored reply is kept for a day, which may begin late on one day. S3 deletes by day. */
export const REPLY_DAYS = 2;

/**
 * Days after which the content of a draft is deleted, if nothing has deleted it before. The row goes first: DynamoDB
 * deletes it up to two days late.
 *
 * See: shared/domain/mail/draft-schedule.ts.
 */
export const DRAFT_CONTENT_DAYS = 45;

/**
 * Days after which a segment of a search index is deleted. Those in use are written again before, after
 * `SEGMENT_LIFETIME_MS`.
 *
 * See: shared/domain/search/segments.ts.
 */
export const SEGMENT_DAYS = 200;

/** How many objects one page reads at a time. */
export const MAX_CONTENT_READS = 8;
