import type { Reporter, TestModule } from 'vitest/node';

/** Counts the tests of a run for its last line, which programs read. */
export class Tally implements Reporter {
  passed = 0;
  failed = 0;
  skipped = 0;

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    for (const module of modules) this.#count(module);
    this.failed += unhandledErrors.length;
  }

  /** A file that fails before its tests are known, or an error that no test caught, is a failure as well. */
  #count(module: TestModule): void {
    let failedTests = 0;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') this.passed += 1;
      else if (state === 'skipped') this.skipped += 1;
      else failedTests += 1;
    }
    const broken = failedTests === 0 && module.state() !== 'passed' && module.state() !== 'skipped';
    this.failed += failedTests + (broken ? 1 : 0);
  }

  /** `12 passed, 0 failed`. */
  toString(): string {
    const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : '';
    return `${this.passed} passed, ${this.failed} failed${skipped}`;
  }
}
