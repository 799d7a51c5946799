import { type Stack, startStack } from '#testing/stack.ts';

/** Limits that no benchmark reaches: it measures the work and not the rejections. */
const GENEROUS_LIMITS = {
  orgRequestsPerMinute: 10_000_000,
  ipRequestsPerMinute: 10_000_000,
  failedAuthenticationsPerMinute: 10_000_000,
  unverifiedAgents: 1_000,
  unverifiedEmailsPerDay: 1_000_000,
  tunnelRequestsPerMinute: 10_000_000,
  tunnelAddressRequestsPerMinute: 10_000_000,
};

export interface StackOptions {
  /** The database to use. Without one, the stack starts its own. */
  readonly dynamodbEndpoint?: string;
  /** The state folder. Without one, the state is lost when the stack stops. */
  readonly stateDir?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Another checkout. */
  readonly root?: string;
  /** Another program than that of `npm start`, with its arguments. */
  readonly command?: readonly string[];
}

/**
 * Runs `work` against a complete local stack in separate processes on free ports, and ends it. What is measured is the
 * work, and neither rejections nor starts of functions.
 */
export async function withStack<T>(options: StackOptions, work: (stack: Stack) => Promise<T>): Promise<T> {
  const { dynamodbEndpoint, stateDir, environment, root, command } = options;
  const stack = await startStack(
    {
      AID_LIMITS: JSON.stringify(GENEROUS_LIMITS),
      ...(stateDir === undefined ? { AID_EPHEMERAL: '1' } : { AID_STATE_DIR: stateDir }),
      ...(dynamodbEndpoint !== undefined && { AID_DYNAMODB_ENDPOINT: dynamodbEndpoint }),
      ...environment,
    },
    { root, command },
  );
  try {
    return await work(stack);
  } catch (error) {
    const errors = stack.errors().trim().slice(-4000);
    if (errors !== '') process.stderr.write(`standard error of the stack:\n${errors}\n`);
    throw error;
  } finally {
    await stack.stop();
  }
}
