const MIN_NODE = 22;

interface Versions {
  readonly node?: string;
  readonly bun?: string;
  readonly deno?: string;
}

/** Reports in one line that this Node is too old. Other runtimes that claim to be Node are not checked. */
export function refuseOldNode(): void {
  const { node, bun, deno } = (globalThis as { process?: { versions?: Versions } }).process?.versions ?? {};
  if (node === undefined || bun !== undefined || deno !== undefined || Number.parseInt(node, 10) >= MIN_NODE) return;
  const error = new Error(
    `aid-stack needs Node ${MIN_NODE} or newer; this is Node ${node}, which is no longer supported.`,
  );
  error.stack = error.message;
  throw error;
}
