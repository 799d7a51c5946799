/**
 * Whether a command may go ahead: a person at a terminal is asked by the CDK, and a pipeline says so by `--yes`.
 * Without both, the CDK would stop half-way: it creates the stack first, fails to ask, and then fails to delete the
 * stack again, because that is protected. The last error says nothing of the first.
 */
export function approvalProblem(isTerminal: boolean, yes: boolean, command: string): string | undefined {
  if (isTerminal || yes) return undefined;
  return (
    'there is no terminal on which to approve changes of permissions: review them with "npx cdk diff --all", ' +
    `then run: ${command} -- --yes`
  );
}
