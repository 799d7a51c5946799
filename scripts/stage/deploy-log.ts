import { stripVTControlCharacters } from 'node:util';

/**
 * A line about a resource, as the CDK prints it: stack, progress, time, status, type, and the resource with a reason.
 */
const EVENT = /^(\S+) \| (?:[\s\d/]+ \| )?[^|]*\d:\d\d[^|]* \| (\w+)(?: \(skipped\))? *\| (\S+) *\| (.*)$/;

/** The end of a stack. */
const DONE = /^\s*✅\s+(\S+)( \(no changes\))?\s*$/;

/** The outputs that a person looks for after a deployment. All of them are in the file of the outputs. */
const OUTPUT = /^(\S+\.(?:ApiAddress|ConsoleAddress|DashboardAddress)) = (.+)$/;

/** What CloudFormation says about every resource that it stops after the first failure. */
const CANCELLED = /Resource (?:creation|update) cancelled/;

/** What the CDK says where it does not continue, and what it warns of. */
const IMPORTANT = /^\s*(?:❌|\[Warning|\[Error|(?:\w+)?Error\b)/;

const STACK = 'AWS::CloudFormation::Stack';

/** The causes of a failure that are shown; all are in the log. */
const MAX_FAILURES = 8;

/** The last lines of a deployment that failed for another reason, such as a synthesis. */
const LAST_LINES = 12;

interface Changes {
  created: number;
  updated: number;
  deleted: number;
}

const VERBS: readonly (readonly [RegExp, keyof Changes])[] = [
  [/^(?:CREATE|IMPORT)_COMPLETE$/, 'created'],
  [/^UPDATE_COMPLETE$/, 'updated'],
  [/^DELETE_COMPLETE$/, 'deleted'],
];

/**
 * What happened in a deployment, in some lines: one for each stack, the failures with their reasons, and the addresses.
 * The CDK prints two lines for each resource.
 */
export class DeployLog {
  readonly #changes = new Map<string, Changes>();
  /** Lines about no resource. */
  readonly #others: string[] = [];
  #failures = 0;
  #important = 0;

  /** Reads a line of the CDK, and returns what of it is worth showing at once. */
  read(text: string): string[] {
    const line = stripVTControlCharacters(text).trimEnd();
    const [, stack, status, type, resource] = EVENT.exec(line) ?? [];
    if (stack !== undefined && status !== undefined && type !== undefined && resource !== undefined) {
      return this.#event(stack, status, type, resource);
    }
    const [, done, unchanged] = DONE.exec(line) ?? [];
    if (done !== undefined) return [`${done}: ${unchanged === undefined ? this.#changesOf(done) : 'no changes'}`];
    const [, name, value] = OUTPUT.exec(line) ?? [];
    if (name !== undefined) return [`${name} = ${value}`];
    if (line !== '') this.#others.push(line);
    if (!IMPORTANT.test(line)) return [];
    this.#important += 1;
    return [line.trim()];
  }

  /** The lines for the end of a deployment that failed, if nothing that was shown says why. */
  lastWords(): string[] {
    return this.#failures + this.#important > 0 ? [] : this.#others.slice(-LAST_LINES);
  }

  #event(stack: string, status: string, type: string, resource: string): string[] {
    const changes = this.#changes.get(stack) ?? { created: 0, updated: 0, deleted: 0 };
    this.#changes.set(stack, changes);
    const [, changed] = VERBS.find(([pattern]) => pattern.test(status)) ?? [];
    if (type === STACK) return /ROLLBACK_IN_PROGRESS$/.test(status) ? [`${stack}: ${status} ${resource}`] : [];
    if (changed !== undefined) changes[changed] += 1;
    if (!status.endsWith('_FAILED') || CANCELLED.test(resource)) return [];
    this.#failures += 1;
    return this.#failures > MAX_FAILURES ? [] : [`${stack}: ${status} ${type} ${resource}`];
  }

  #changesOf(stack: string): string {
    const { created = 0, updated = 0, deleted = 0 } = this.#changes.get(stack) ?? {};
    return `${created} resources created, ${updated} updated, ${deleted} deleted`;
  }
}
