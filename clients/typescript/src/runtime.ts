const MIN_NODE = 22;

/** What the SDK uses of the `process` of Node, which Bun and Deno have too. */
interface Process {
  readonly versions?: { readonly node?: string; readonly bun?: string; readonly deno?: string };
  getBuiltinModule?(name: string): unknown;
  on?(event: 'uncaughtExceptionMonitor', listener: (error: unknown) => void): void;
  listenerCount(event: 'uncaughtException'): number;
  exit(code: number): never;
}

function runtimeProcess(): Process | undefined {
  return (globalThis as { process?: Process }).process;
}

/**
 * Throws an error if this Node is too old. A program that does not handle it ends with its message as the only line,
 * without the code and the stack that Node prints around it. Other runtimes that claim to be Node are not checked.
 */
export function refuseOldNode(): void {
  const process = runtimeProcess();
  const { node, bun, deno } = process?.versions ?? {};
  if (node === undefined || bun !== undefined || deno !== undefined || Number.parseInt(node, 10) >= MIN_NODE) return;
  const error = new Error(
    `aid-stack needs Node ${MIN_NODE} or newer; this is Node ${node}, which is no longer supported.`,
  );
  error.stack = error.message;
  // Called before Node prints an exception that nothing handles. It does nothing for any other exception.
  process?.on?.('uncaughtExceptionMonitor', (uncaught) => {
    if (uncaught !== error || process.listenerCount('uncaughtException') > 0) return;
    console.error(error.message);
    process.exit(1);
  });
  throw error;
}

/**
 * A module of Node, which Bun and Deno have too; `undefined` in browsers and workers. A bundler for browsers could not
 * resolve an import of it.
 */
export function builtinModule<T>(name: string): T | undefined {
  return runtimeProcess()?.getBuiltinModule?.(name) as T | undefined;
}
