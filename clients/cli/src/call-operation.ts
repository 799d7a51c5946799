import type { Aid, Approval } from '../../typescript/src/index.ts';
import { agentNamed, isHandle } from './agent-named.ts';
import { previewRow } from './approval-preview.ts';
import { confirm } from './confirm.ts';
import { confirmApproval } from './confirm-approval.ts';
import { type CommonOptions, type Context, clientOf, outputOf } from './context.ts';
import { dryRunOf } from './dry-run.ts';
import type { Operation } from './operation.ts';
import type { Output } from './output/output.ts';
import { isPartialId, wholeId } from './partial-ids.ts';
import { UsageError } from './usage-error.ts';
import { flagOf, type Given, readValue } from './values.ts';

/** The options of a single-call command, except the fields of its request. */
export interface OperationOptions extends CommonOptions {
  readonly agent?: string;
  readonly limit?: string;
  readonly all?: boolean;
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
}

/** The values given for the fields of the request, by option name. */
export type GivenFields = ReadonlyMap<string, Given>;

/** How many rows a list prints by default. */
export const USUAL_ROWS = 50;
/** The most rows of one page. See: docs/contract/conventions.md#lists. */
const MAX_PAGE = 200;

/** What a method of the SDK returns: a promise, or pages. */
type Returned = PromiseLike<unknown> | AsyncIterable<unknown>;

/** Runs a single-call command, and prints the result. */
export async function callOperation(
  context: Context,
  operation: Operation,
  named: readonly string[],
  given: GivenFields,
  options: OperationOptions,
): Promise<void> {
  const output = outputOf(context, options);
  const parameters = parametersOf(operation, given);
  const asks = operation.destroys === true && options.dryRun !== true;
  const partial = named.find(isPartialId);
  if (asks && partial === undefined) await confirm(context, operation, named, options);
  else if (asks && options.yes === true) {
    throw new UsageError(`--yes needs the whole id, and ${partial} is the beginning of one`);
  }
  const dryRun = options.dryRun === true ? dryRunOf(context, options) : undefined;
  const client = dryRun?.client ?? clientOf(context, options);
  const { signal } = context;
  // A dry run looks up the handle too, so that it shows exactly what would be sent.
  const asking = once(() => (dryRun === undefined ? client : clientOf(context, options)));
  const whole = (id: string, agentId?: string) =>
    isPartialId(id) ? wholeId(agentId === undefined ? asking() : asking().identity(agentId), id, { signal }) : id;
  const lookUp = (agent: string | undefined) =>
    isHandle(agent) ? agentNamed(asking(), agent, signal) : agent === undefined ? undefined : whole(agent);
  const agent = await lookUp(options.agent);
  const scoped = agent === undefined ? client : client.identity(agent);
  const ids = await Promise.all(
    named.map((id, index) => (operation.arguments[index] === 'agent-id' ? lookUp(id) : whole(id, agent))),
  );
  if (asks && partial !== undefined) await confirm(context, operation, ids.map(String), options);
  for (const fields of parameters) {
    for (const [name, value] of Object.entries(fields)) {
      if (name.endsWith('_id') && typeof value === 'string') fields[name] = await whole(value, agent);
    }
  }
  const [fields] = parameters;
  if (operation.approves === true && fields !== undefined) {
    fields.content_hash = await confirmApproval(context, asking(), String(ids[0]), fields, options);
  }
  const call = { signal, idempotencyKey: options.idempotencyKey };
  if (operation.list === undefined) {
    const reply = await invoke(scoped, operation, [...ids, ...parameters, call]);
    output.record(dryRun === undefined ? shownTo(output, operation, reply, options) : dryRun.dry.request);
    return;
  }
  const limit = options.all === true ? Number.POSITIVE_INFINITY : rowsOf(options.limit);
  const [first] = parameters;
  const paged =
    first === undefined ? [] : [{ ...first, ...(operation.list === 'paged' && { limit: pageSize(limit) }) }];
  const rows = invoke(scoped, operation, [...ids, ...paged, call]) as AsyncIterable<unknown>;
  await output.rows(firstOf(rows, limit), 'No results.');
}

/** A reply as it is printed. An approval is read by people before they decide, and so in the form of a preview. */
function shownTo(output: Output, { method }: Operation, reply: unknown, { fields }: CommonOptions): unknown {
  const isRead = method === 'approvals.get' && output.isForPeople && fields === undefined;
  return isRead ? previewRow(reply as Approval) : reply;
}

/** The given fields as an object, the only argument; no argument if the method takes no fields. */
function parametersOf({ options, takesParameters }: Operation, fields: GivenFields): Record<string, unknown>[] {
  const parameters = new Map<string, unknown>();
  for (const option of options) {
    const given = fields.get(option.name);
    if (given !== undefined) parameters.set(option.field ?? option.name, readValue(option, given));
    else if (option.required === true) throw new UsageError(`${flagOf(option.name)} is required`);
  }
  return takesParameters === true ? [Object.fromEntries(parameters)] : [];
}

/** What a function returns, which is called when it is needed first. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function invoke(client: Aid, { method }: Operation, args: readonly unknown[]): Returned {
  const words = method.split('.');
  const name = words.pop() as string;
  let resource = client as unknown as Record<string, never>;
  for (const word of words) resource = resource[word] as unknown as Record<string, never>;
  return (resource[name] as unknown as (...args: readonly unknown[]) => Returned)(...args);
}

function rowsOf(limit: string | undefined): number {
  if (limit === undefined) return USUAL_ROWS;
  const rows = /^\d{1,9}$/.test(limit) ? Number(limit) : 0;
  if (rows === 0) throw new UsageError(`--limit: expected a positive integer, got "${limit}"`);
  return rows;
}

function pageSize(limit: number): number {
  return Math.min(limit, MAX_PAGE);
}

async function* firstOf(rows: AsyncIterable<unknown>, limit: number): AsyncGenerator<unknown, void, undefined> {
  let count = 0;
  for await (const row of rows) {
    yield row;
    count += 1;
    if (count >= limit) return;
  }
}
