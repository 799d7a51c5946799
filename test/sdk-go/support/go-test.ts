import { expect } from 'vitest';
import { scenariosOf } from '#testing/scripted-service/runtimes.ts';
import { runCommand } from '../../support/tools/run-command.ts';
import { GO_SDK } from './go-module.ts';
import { type GoTestVariables, withGoStack } from './go-stack.ts';

/** A scenario as a subtest: its topic, and its name without spaces. */
const SCENARIO = /^TestEveryScenarioOfTheSuiteGoesAsInTheOtherLanguages\/logging=\w+\/([\w-]+)\/(.+)$/;

/** A line of `go test -json`. */
interface GoEvent {
  readonly Action: string;
  readonly Test?: string;
  readonly Output?: string;
}

/** What one run of `go test` printed. */
export class GoTestRun {
  readonly #events: readonly GoEvent[];

  private constructor(events: readonly GoEvent[]) {
    this.#events = events;
  }

  /**
   * Runs the tests of the SDK with these options of `go test` and further variables, against a service of their own.
   */
  static run(options: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<GoTestRun> {
    return withGoStack((stack) => GoTestRun.of(GO_SDK, options, { ...stack, ...variables }));
  }

  /** Runs the tests of a module with these options and variables. */
  static async of(module: string, options: readonly string[], env: Partial<GoTestVariables>): Promise<GoTestRun> {
    const args = ['test', '-json', '-count=1', '-timeout=40m', '-tags=stack', ...options, './...'];
    const { stdout, output } = await runCommand('go', args, { cwd: module, env });
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    if (lines.length === 0) throw new Error(output);
    return new GoTestRun(lines.map((line) => JSON.parse(line)));
  }

  /** Expects that a test has passed, and prints the figures that it has logged. */
  expectPassed(name: string): void {
    const outcome = this.#events.findLast(({ Test, Action }) => Test === name && /^(?:pass|fail|skip)$/.test(Action));
    if (outcome?.Action !== 'pass') throw new Error(this.#outputOf(name));
    const figures = this.#events.filter(({ Test, Output = '' }) => Test === name && /\.go:\d+: /.test(Output));
    for (const { Output } of figures) console.log(Output?.trim());
    expect(outcome.Action).toBe('pass');
  }

  /** Expects that every scenario of Go was run, each as a subtest, and has passed. */
  expectScenarios(): void {
    const passed = this.#events.flatMap(({ Test = '', Action }) =>
      Action === 'pass' ? (SCENARIO.exec(Test)?.slice(1).join(': ') ?? []) : [],
    );
    // The names of subtests have no spaces.
    const promised = scenariosOf('go').map((title) => title.replaceAll(' ', '_').replace(':_', ': '));
    expect(passed.sort()).toEqual(promised.sort());
  }

  /** What a test printed, its subtests included; what the build and others printed if the test did not begin. */
  #outputOf(name: string): string {
    const own = this.#events.filter(({ Test }) => Test === name || Test?.startsWith(`${name}/`));
    return (own.length > 0 ? own : this.#events).map(({ Output = '' }) => Output).join('');
  }
}
