import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { BUNDLE_ROOT } from '#lib/bundles.ts';
import type { FunctionName } from '#lib/functions.ts';
import { ROOT } from '#testing/stack.ts';
import { fastestImports } from './support/import-time.ts';
import { type BenchmarkRun, info, within } from './support/measurement.ts';

/** A function of the same memory, without clients and parsers of its own: what every function of the API loads. */
const REFERENCE: FunctionName = 'http-webhooks';
const MEASURED: readonly FunctionName[] = ['http-oauth', 'http-tokens', 'http-provider-accounts'];
const IMPORTS = 20;
/** A bound of the processor's time for an import, in that of the reference. */
const MAX_PROCESSOR = 1.5;

/**
 * What the cold starts of some functions take, compared with one that is long there: the size of the bundle, and the
 * time of its import. The ratios hold on other machines too, and the processor's time also on a busy one.
 */
export const imports: BenchmarkRun = async (say) => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts', 'bundle.ts')], { cwd: ROOT });
  say(`${IMPORTS} imports of each`);
  const paths = [REFERENCE, ...MEASURED].map((name) => join(ROOT, BUNDLE_ROOT, name, 'index.mjs'));
  const [reference, ...others] = (await fastestImports(paths, IMPORTS)).map((time, index) => {
    const code = readFileSync(paths[index] ?? '');
    return { ...time, kilobytes: code.length / 1024, compressed: gzipSync(code).length / 1024 };
  });
  if (reference === undefined) throw new Error('nothing was measured');
  const figures = ({ kilobytes, compressed, milliseconds, processorMs }: typeof reference) =>
    `${kilobytes.toFixed(0)} KB (${compressed.toFixed(0)} KB compressed), ${milliseconds.toFixed(0)} ms, ${processorMs.toFixed(0)} ms of a processor`;
  return [
    info(`\`${REFERENCE}\`, the reference`, figures(reference)),
    ...others.flatMap((one, index) => {
      const name = `\`${MEASURED[index]}\``;
      const [size, time] = [one.kilobytes / reference.kilobytes, one.milliseconds / reference.milliseconds];
      return [
        info(name, figures(one)),
        info(`  ${name}, size and time of the import`, `${size.toFixed(2)}×, ${time.toFixed(2)}×`),
        within(`  ${name}, processor`, one.processorMs / reference.processorMs, MAX_PROCESSOR, '×', 2),
      ];
    }),
  ];
};
