import type { StepResult } from './result.ts';
import type { Run } from './run.ts';

/** One step of the smoke test. */
export interface Step {
  readonly name: string;
  /** The steps that have to pass before. */
  readonly after: readonly string[];
  /** What the step needs of the stage and its account, for the line of its failure. */
  readonly needs: string;
  /** Returns what was seen. Throws if it is not as expected, or a `SkippedStep`. */
  readonly run: (run: Run) => Promise<string>;
}

/** The stage lacks something that it may lack. */
export class SkippedStep extends Error {}

export interface RunStepsOptions {
  /** The names of steps that the operator leaves out. */
  readonly skipped: ReadonlySet<string>;
  readonly onResult: (result: StepResult) => void;
}

/** Runs the steps in order, then the clean-up, whatever happened before it. A failure ends only the steps after it. */
export async function runSteps(
  run: Run,
  steps: readonly Step[],
  cleanUp: Step,
  { skipped, onResult }: RunStepsOptions,
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  const add = (result: StepResult) => {
    results.push(result);
    onResult(result);
  };
  for (const step of steps) {
    const missing = step.after.find((name) => results.find((result) => result.step === name)?.outcome !== 'OK');
    if (skipped.has(step.name)) add(skip(step, 'left out by --skip'));
    else if (missing !== undefined) add(skip(step, `it needs the step ${missing}`));
    else if (run.signal.aborted) add(skip(step, 'interrupted'));
    else add(await runStep(run, step));
  }
  run.beginCleanUp();
  add(await runStep(run, cleanUp));
  return results;
}

async function runStep(run: Run, step: Step): Promise<StepResult> {
  const began = Date.now();
  const seconds = () => (Date.now() - began) / 1000;
  try {
    const detail = await run.timed(() => step.run(run));
    return { step: step.name, outcome: 'OK', seconds: seconds(), detail };
  } catch (error) {
    if (error instanceof SkippedStep) return skip(step, error.message);
    const detail = `${(error as Error).message}; this step needs ${step.needs}`;
    return { step: step.name, outcome: 'FAIL', seconds: seconds(), detail };
  }
}

function skip({ name }: Step, reason: string): StepResult {
  return { step: name, outcome: 'SKIP', seconds: 0, detail: reason };
}
