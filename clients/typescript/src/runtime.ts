const MIN_NODE = 22;

interface Versions {
  readonly node?: string;
  readonly bun?: string;
  readonly deno?: string;
}

/**
 * Says in one sentence that this Node is too old for a program; `undefined` if it is not. Other runtimes that claim to
 * be Node are not checked.
 */
export function oldNode(program: string): string | undefined {
  const { node, bun, deno } = (globalThis as { process?: { versions?: Versions } }).process?.versions ?? {};
  if (node === undefined || bun !== undefined || deno !== undefined) return undefined;
  if (Number.parseInt(node, 10) >= MIN_NODE) return undefined;
  return `${program} needs Node ${MIN_NODE} or newer; this is Node ${node}, which is no longer supported.`;
}

/** Throws an error of one line if this Node is too old. */
export function refuseOldNode(): void {
  const refusal = oldNode('aid-stack');
  if (refusal === undefined) return;
  const error = new Error(refusal);
  error.stack = error.message;
  throw error;
}
