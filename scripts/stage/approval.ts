/** Why a command may not go ahead without a terminal, and what to run instead; `undefined` if it may. */
type Problem = string | undefined;

/**
 * Whether a deployment may go ahead: a person at a terminal is asked by the CDK, and a pipeline says so by `--yes`.
 * Without both, the CDK would stop half-way: it creates the stack first, fails to ask, and then fails to delete the
 * stack again, because that is protected. The last error says nothing of the first.
 */
export function deployProblem(isTerminal: boolean, approved: boolean): Problem {
  if (isTerminal || approved) return undefined;
  return (
    'there is no terminal on which to approve changes of permissions: review them with "npx cdk diff --all", ' +
    'then run: npm run deploy -- --yes'
  );
}

/** Whether the end of a stage may go ahead. A person at a terminal is asked, and sees what is deleted. */
export function undeployProblem(isTerminal: boolean, yes: boolean, stack: string): Problem {
  if (isTerminal || yes) return undefined;
  return (
    `there is no terminal on which to confirm that ${stack} is deleted: the APIs, the functions, and the queues with ` +
    'what is in them; the data, the logs and the domains stay. Look at "npm run ops -- queues", ' +
    'then run: npm run undeploy -- --yes'
  );
}
