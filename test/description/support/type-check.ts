import { join } from 'node:path';
import { runCommand } from '../../support/tools/run-command.ts';

/** An error of mypy without its line, such as `example.py [arg-type]`. */
const ERROR = /^([^:]+):\d+: error: .*(\[[a-z-]+\])$/;

/**
 * Checks the types of Python files and packages strictly. Returns each error without its line, and the report to show
 * where a test fails.
 */
export async function pythonTypeErrors(
  bin: string,
  folder: string,
  names: readonly string[],
): Promise<{ errors: readonly string[]; report: string }> {
  const { code, stdout, output } = await runCommand(
    join(bin, 'mypy'),
    ['--strict', '--python-executable', join(bin, 'python'), '--config-file=', '--no-error-summary', ...names],
    { cwd: folder },
  );
  const lines = stdout.split('\n').filter((line) => / error: /.test(line));
  const errors = lines.map((line) => ERROR.exec(line)?.slice(1, 3).join(' ') ?? line).sort();
  // 1 with errors, 0 without any; otherwise mypy could not check.
  if (code !== (errors.length > 0 ? 1 : 0)) throw new Error(`mypy exited with ${code}:\n${output}`);
  return { errors, report: output };
}
