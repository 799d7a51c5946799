/** The name of the tool. */
export const RUN_WITH_SECRET = 'run_with_secret';

export const USUAL_SECONDS = 50;
export const MAX_SECONDS = 600;

/** The names of its arguments. */
export const ARGUMENTS = [
  'secret_id',
  'command',
  'args',
  'environment_variable',
  'field',
  'purpose',
  'timeout_seconds',
] as const;

/** The tool as a model sees it, with the programs that it may run. */
export function runWithSecretTool(programs: readonly string[]): object {
  return {
    name: RUN_WITH_SECRET,
    title: 'Run a program with a secret',
    description: [
      'Runs a program on this machine with a secret of the vault in a variable of its environment, and returns its',
      'output. You do not see the secret: it is replaced in the output. No shell reads the arguments, so that $NAME in',
      `them is not replaced: the program has to read the variable. It may be one of: ${programs.join(', ')}.`,
    ]
      .join(' ')
      .slice(0, 1_024),
    inputSchema: {
      type: 'object',
      properties: {
        secret_id: { type: 'string', description: 'The id of the secret, as list_secrets returns it.' },
        command: { type: 'string', enum: programs, description: 'The program.' },
        args: { type: 'array', items: { type: 'string' }, description: 'Its arguments, each as it is.' },
        environment_variable: { type: 'string', description: 'The name of the variable, for example PGPASSWORD.' },
        field: {
          type: 'string',
          description:
            'The field with the value to use, of a secret that is an object. Without it, the program gets all of it as JSON.',
        },
        purpose: { type: 'string', description: 'What it is for. The owner of the secret reads it.' },
        timeout_seconds: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_SECONDS,
          description: `When to end the program; ${USUAL_SECONDS} when omitted.`,
        },
      },
      required: ['secret_id', 'command', 'environment_variable'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        exit_code: { type: 'integer', description: 'Absent if the program was ended.' },
        timed_out: { type: 'boolean' },
        stdout: { type: 'string' },
        stderr: { type: 'string' },
      },
      required: ['timed_out', 'stdout', 'stderr'],
    },
    annotations: {
      title: 'Run a program with a secret',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
  };
}
