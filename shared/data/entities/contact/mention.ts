import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { PLACES, type Place } from '#shared/domain/vouching/mention.ts';
import type { Name } from '#shared/domain/vouching/name.ts';
import { organizationDigest } from '../../address-digest.ts';
import { type Change, type Patch, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import type { Key } from '../../table-client.ts';

/**
 * What an agent knows about the names of one group (`Name.group`): who has mentioned them. Names are digests, so the
 * row has no address. It costs a kilobyte at most, unless very many people of one domain vouch for each other.
 *
 * See: docs/decisions/0088-vouched-sending.md.
 */
export interface MentionRow {
  /** Names that strangers have mentioned: digest, place, id of the message. */
  strangers?: ReadonlySet<string>;
  /** Whether strangers have mentioned more names than are recorded. */
  hasMore?: boolean;
  /** Names that someone vouches for: digest, and how. */
  vouched?: ReadonlySet<string>;
  expiresAt: number;
}

export const decodeMention = rowDecoder<MentionRow>({
  strangers: 'object?',
  hasMore: 'boolean?',
  vouched: 'object?',
  expiresAt: 'number',
});

/**
 * How a name is vouched for, the strongest first: `v` by someone else who vouches, and then unknown names of its group
 * are no strangers' either; `a` because the agent itself has written to it or of it first; `d` because the agent has
 * answered it, or such an author has named it within its own domain. An author of `d` vouches for its own domain only.
 */
const VOUCHINGS = ['v', 'a', 'd'] as const;

export type Vouching = (typeof VOUCHINGS)[number];

/** Where a stranger has mentioned a name. */
export interface MentionSource {
  readonly messageId: string;
  readonly place: Place;
}

/** What is known about a name: someone vouches for it, only strangers have mentioned it, or no one has. */
export type Standing =
  | { readonly kind: 'vouched'; readonly by: Vouching }
  | { readonly kind: 'stranger'; readonly source: MentionSource }
  /** A stranger has written from the address, and no one has mentioned it. */
  | { readonly kind: 'author'; readonly source: MentionSource }
  /** No one has mentioned the name, but strangers have mentioned others of its group, and no one vouches for these. */
  | { readonly kind: 'group'; readonly source: MentionSource }
  | { readonly kind: 'unknown' };

/** Rows are kept for longer than the files of the emails that they follow from, and renewed by later mentions. */
const KEPT_MS = 400 * DAY;
const RENEWED_MS = 200 * DAY;

/** Names in a row. */
const MAX_STRANGERS = 24;
const MAX_VOUCHED = 64;

/** Base64 characters of a digest in a list, and in a key: 48 and 132 bits. */
const LISTED = 8;
const KEYED = 22;

const partition = (identityId: string) => `${PREFIX.mention}${identityId}`;

function digestOf(identityId: string, text: string): string {
  return organizationDigest(identityId, text).toString('base64url');
}

/** The key of the row about a group of names. */
export function mentionKey(identityId: string, group: string): Key {
  return { pk: partition(identityId), sk: `GROUP#${digestOf(identityId, group).slice(0, KEYED)}` };
}

function listed(identityId: string, { kind, name }: Name): string {
  return digestOf(identityId, `${kind} ${name}`).slice(0, LISTED);
}

/** What is known about a name. `row`: that of its group, as it was read. */
export function standingOf(identityId: string, name: Name, row: MentionRow | undefined, now: number): Standing {
  if (row === undefined || row.expiresAt <= now) return { kind: 'unknown' };
  const digest = listed(identityId, name);
  const vouched = [...(row.vouched ?? [])];
  const own = vouched.filter((entry) => entry.startsWith(digest)).map((entry) => entry.slice(LISTED));
  const by = VOUCHINGS.find((one) => own.includes(one));
  if (by !== undefined) return { kind: 'vouched', by };
  const mentions = [...(row.strangers ?? [])].map((entry) => ({ digest: entry.slice(0, LISTED), ...sourceOf(entry) }));
  const ofName = mentions.filter((mention) => mention.digest === digest);
  const text = ofName.find(({ place }) => place !== 'author');
  const [first] = ofName;
  if (text !== undefined) return { kind: 'stranger', source: pick(text) };
  if (first !== undefined) return { kind: 'author', source: pick(first) };
  const isGroupVouched = row.hasMore !== true && vouched.some((entry) => entry.endsWith('v'));
  const [other] = mentions;
  return other === undefined || isGroupVouched ? { kind: 'unknown' } : { kind: 'group', source: pick(other) };
}

function sourceOf(entry: string): MentionSource {
  const place = PLACES[Number.parseInt(entry.charAt(LISTED), 36)] ?? 'text';
  return { place, messageId: entry.slice(LISTED + 1) };
}

function pick({ messageId, place }: MentionSource): MentionSource {
  return { messageId, place };
}

/** A name of a group, as an email of a stranger mentions it. */
interface StrangersName extends Name {
  readonly place: Place;
}

/** Records that a stranger has mentioned names of one group. `undefined` if the row has them. */
export function strangerPatch(
  identityId: string,
  names: readonly StrangersName[],
  row: MentionRow | undefined,
  { messageId, now }: { readonly messageId: string; readonly now: number },
): Patch | undefined {
  const known = row !== undefined && row.expiresAt > now ? row : undefined;
  const entries = [...(known?.strangers ?? [])];
  const isRecorded = ({ place }: StrangersName, digest: string) =>
    entries.some((entry) => entry.startsWith(digest) && (place === 'author' || sourceOf(entry).place !== 'author'));
  const added = names.flatMap((name) => {
    const digest = listed(identityId, name);
    return isRecorded(name, digest) ? [] : [`${digest}${PLACES.indexOf(name.place).toString(36)}${messageId}`];
  });
  const room = Math.max(0, MAX_STRANGERS - entries.length);
  const hasMore = added.length > room && known?.hasMore !== true;
  const strangers = new Set(added.slice(0, room));
  if (strangers.size === 0 && !hasMore && !isOld(known, now)) return undefined;
  return patchOf({ ...(strangers.size > 0 && { strangers }) }, now, hasMore);
}

/** Records that names of one group are vouched for. `undefined` if the row has them. */
export function vouchPatch(
  identityId: string,
  names: readonly Name[],
  row: MentionRow | undefined,
  { by, now }: { readonly by: Vouching; readonly now: number },
): Patch | undefined {
  const known = row !== undefined && row.expiresAt > now ? row : undefined;
  const entries = new Set(known?.vouched ?? []);
  const wanted = names.map((name) => `${listed(identityId, name)}${by}`);
  const asStrong = VOUCHINGS.slice(0, VOUCHINGS.indexOf(by) + 1);
  const isKnown = (entry: string) => asStrong.some((one) => entries.has(`${entry.slice(0, LISTED)}${one}`));
  const added = wanted.filter((entry) => !isKnown(entry));
  // Beyond the limit the group is vouched for, and only names that strangers have mentioned are not.
  const vouched = new Set(added.slice(0, Math.max(0, MAX_VOUCHED - entries.size)));
  if (vouched.size === 0 && !isOld(known, now)) return undefined;
  return patchOf({ ...(vouched.size > 0 && { vouched }) }, now, false);
}

function isOld(row: MentionRow | undefined, now: number): boolean {
  return row !== undefined && row.expiresAt - now < RENEWED_MS;
}

function patchOf(add: Record<string, ReadonlySet<string>>, now: number, hasMore: boolean): Patch {
  const expiresAt = now + KEPT_MS;
  return { add, set: { expiresAt, expires_at: epochSeconds(expiresAt), ...(hasMore && { hasMore }) } };
}

/** A change of the row about a group, which need not exist. Concurrent changes add to each other. */
export function changeMention(identityId: string, group: string, patch: Patch): Change {
  return update(mentionKey(identityId, group), patch, { upsert: true });
}
