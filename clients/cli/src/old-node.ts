/** As in the `engines` of the package. */
const MIN_NODE = 22;

/**
 * Says in one sentence that this Node is too old for the program; `undefined` if it is not. Other runtimes that claim
 * to be Node are not checked. It imports nothing, because everything else may need a newer Node.
 */
export function oldNode(): string | undefined {
  const { node, bun, deno } = process.versions;
  if (bun !== undefined || deno !== undefined || Number.parseInt(node, 10) >= MIN_NODE) return undefined;
  return `aid-stack-cli needs Node ${MIN_NODE} or newer; this is Node ${node}, which is no longer supported.`;
}
