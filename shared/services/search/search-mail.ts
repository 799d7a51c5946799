import { BoundedRead } from '#shared/data/bounded-read.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import { mergeNewestFirst } from '#shared/data/merge-by-time.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { firstIdAt, lastIdAt, MAX_TIME } from '#shared/domain/ids/ids.ts';
import type { MailFolder } from '#shared/domain/mail/message-fields.ts';
import { seenText } from '#shared/domain/safe-reading/seen-value.ts';
import { matchExpression } from '#shared/domain/search/match-expression.ts';
import type { SearchExpression, Term } from '#shared/domain/search/search-expression.ts';
import { type SearchSnippet, searchSnippet } from '#shared/domain/search/search-snippet.ts';
import { AgentHits, MissingSegmentError, tailSize } from './agent-hits.ts';
import { FileAllowance } from './file-allowance.ts';
import { readableText } from './search-documents.ts';
import type { SearchContext } from './segment-store.ts';

export interface MailSearch {
  readonly organizationId: string;
  /** The agents of the organization that are searched. */
  readonly identityIds: readonly string[];
  readonly expression: SearchExpression;
  /** An address, or words of a name or an address, of the sender or of a recipient. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** From when messages are, and from when on they are not any more, in epoch milliseconds. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Without a folder, what is in `spam` and `blocked` is left out, unless every folder is asked for. */
  readonly folder?: MailFolder | undefined;
  readonly inEveryFolder?: boolean | undefined;
  readonly hasAttachment?: boolean | undefined;
  /** Labels that a message has, all of them, and labels that it does not have. */
  readonly labels?: readonly string[] | undefined;
  readonly withoutLabels?: readonly string[] | undefined;
  /** What else a message has to satisfy, as it is now. */
  readonly passes?: ((message: Message) => boolean) | undefined;
  readonly limit: number;
  /** Only earlier messages, in epoch milliseconds. */
  readonly before?: number | undefined;
}

interface MailHit extends SearchSnippet {
  readonly messageId: string;
  readonly identityId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly title: string;
  readonly message: Message;
}

interface MailHits {
  /** Newest first. */
  readonly hits: MailHit[];
  /** The time before which the search continues; null if there is nothing more. */
  readonly next: number | null;
}

const CONCURRENT_READS = 16;

/** Messages of an agent that are read at once where several are searched: most are not returned. */
const PAGE_OF_SEVERAL = 10;

/**
 * Finds emails of agents by their text, their people and their files, newest first. What was found is read again, so an
 * email that was moved, changed or deleted is found as it is now or not at all.
 *
 * See: docs/decisions/0097-a-search-index.md.
 */
export async function searchMail(
  context: SearchContext & { readonly now: number },
  search: MailSearch,
): Promise<MailHits> {
  const expression = expressionOf(search);
  const found = await findMail(context, search);
  const { now } = context;
  const hits = await mapWithLimit(found.messages, CONCURRENT_READS, (message) => hitOf(message, expression, now));
  return { hits, next: found.next };
}

/** What `searchMail` finds, without snippets. */
export async function findMail(
  context: SearchContext & { readonly now: number },
  search: MailSearch,
): Promise<{ messages: Message[]; next: number | null }> {
  const match = matchExpression(expressionOf(search), search);
  return match === undefined ? { messages: [], next: null } : findTwice(context, search, match);
}

function expressionOf(search: MailSearch): SearchExpression {
  return { all: [...search.expression.all, ...peopleTerms(search)] };
}

function peopleTerms({ from, to }: MailSearch): Term[] {
  const terms = { from, to };
  return (['from', 'to'] as const).flatMap((field): Term[] => {
    const text = terms[field];
    return text === undefined ? [] : [{ text, kind: 'phrase', field, excluded: false }];
  });
}

/** Searches again if a segment was replaced meanwhile. If one is missing still, its index is built again. */
async function findTwice(context: SearchContext & { readonly now: number }, search: MailSearch, match: string) {
  try {
    return await find(context, search, match);
  } catch (error) {
    if (!(error instanceof MissingSegmentError)) throw error;
    return find(context, search, match, true);
  }
}

async function find(
  context: SearchContext & { readonly now: number },
  search: MailSearch,
  match: string,
  isSecond = false,
): Promise<{ messages: Message[]; next: number | null }> {
  const { organizationId, limit } = search;
  const identityIds = [...new Set(search.identityIds)];
  const pageSize = identityIds.length > 1 ? Math.min(limit, PAGE_OF_SEVERAL) : limit;
  const range = {
    from: firstIdAt('message', search.since ?? 0),
    to: lastIdAt('message', Math.min(search.until ?? MAX_TIME, search.before ?? MAX_TIME) - 1),
  };
  const files = new FileAllowance();
  const common = { organizationId, match, range, pageSize, files, tailSize: tailSize(identityIds.length) };
  const agents = identityIds.map((identityId) => new AgentHits(context, { ...common, identityId }));
  const read = new BoundedRead<Message>(mergeNewestFirst(agents.map((agent) => messagesOf(agent, isSecond))));
  const messages: Message[] = [];
  for await (const message of read) {
    // Of this agent nothing earlier was looked at, so earlier messages of others wait for it.
    if (message.createdAt < continueBefore(agents)) break;
    if (!passes(message, search)) continue;
    messages.push(message);
    if (messages.length === limit) return { messages, next: message.createdAt };
  }
  const next = Math.max(continueBefore(agents), read.continueBefore ?? 0);
  return { messages, next: next === 0 ? null : next };
}

/** What an agent has. In the second search, an index without one of its segments is built again. */
async function* messagesOf(agent: AgentHits, isSecond: boolean): AsyncGenerator<Message> {
  let last: Message | undefined;
  try {
    for await (const message of agent) {
      last = message;
      yield message;
    }
  } catch (error) {
    if (!(error instanceof MissingSegmentError) || !isSecond) throw error;
    yield* agent.rebuild(last);
  }
}

function continueBefore(agents: readonly AgentHits[]): number {
  return Math.max(0, ...agents.map((agent) => agent.continueBefore ?? 0));
}

function passes(message: Message, search: MailSearch): boolean {
  const { folder, inEveryFolder, labels = [], withoutLabels = [], passes: others } = search;
  const isUsual = message.folder !== 'spam' && message.folder !== 'blocked';
  const isInFolder = folder === undefined ? isUsual || inEveryFolder === true : message.folder === folder;
  const has = (label: string) => message.labels?.includes(label) === true;
  const isLabeled = labels.every(has) && !withoutLabels.some(has);
  return isInFolder && isLabeled && (others?.(message) ?? true);
}

async function hitOf(message: Message, expression: SearchExpression, now: number): Promise<MailHit> {
  const shown = message.direction === 'inbound' ? seenText : (text: string) => text;
  const text = await readableText(message, now);
  const title = shown(message.subject);
  const source = { subject: title, text: text === null ? null : shown(text), beginning: shown(message.snippet) };
  return {
    messageId: message.id,
    identityId: message.identityId,
    at: message.createdAt,
    title,
    message,
    ...searchSnippet(expression, source),
  };
}
