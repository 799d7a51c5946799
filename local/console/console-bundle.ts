import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const CONSOLE = join(import.meta.dirname, '..', '..', 'clients', 'console');
const ROOT = join(CONSOLE, '..', '..');

/** The script and the style of the console. */
interface ConsoleBundle {
  readonly script: string;
  readonly style: string;
}

let cached: { readonly changedAt: number; readonly bundle: Promise<ConsoleBundle> } | undefined;

/** The console, bundled on the first request, and again after one of its files has changed. Nothing is written. */
export function consoleBundle(): Promise<ConsoleBundle> {
  const changedAt = newestChange();
  if (cached?.changedAt !== changedAt) cached = { changedAt, bundle: bundleConsole() };
  return cached.bundle;
}

/** The console, bundled once. */
export async function bundleConsole(): Promise<ConsoleBundle> {
  // Loaded on demand and ended afterwards: a stack without visitors has neither its code nor its process.
  const { build, stop } = await import('esbuild');
  try {
    const { outputFiles } = await build({
      absWorkingDir: ROOT,
      entryPoints: { app: join(CONSOLE, 'src', 'main.tsx'), style: join(CONSOLE, 'style', 'main.css') },
      outdir: '/console',
      bundle: true,
      format: 'esm',
      target: 'es2022',
      minify: true,
      legalComments: 'none',
      charset: 'utf8',
      logLevel: 'silent',
      write: false,
    });
    const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
    return { script: textOf('.js'), style: textOf('.css') };
  } finally {
    await stop();
  }
}

function newestChange(): number {
  const names = ['src', 'style'].flatMap((folder) =>
    readdirSync(join(CONSOLE, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return Math.max(...names.map((name) => statSync(join(CONSOLE, name)).mtimeMs));
}
