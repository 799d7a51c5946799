import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, the longest first. Begun last, each would run beside an idle core. */
const LONGEST = [
  'flow/kill-sending',
  'contract/bad-input',
  'contract/authentication',
  'flow/budgets',
  'contract/idempotency',
  'flow/kill',
  'flow/mail-corpus',
  'flow/mail-bombs',
  'flow/hostile-mail',
  'unit/mail-bombs',
  'data/a2a-races',
  'data/signup-interleavings',
  'flow/start',
  'contract/absence',
  'flow/deliveries',
].map((name) => `/test/${name}.test.ts`);

/** Begins with the files that take longest; of the others the runner's own order is kept. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
