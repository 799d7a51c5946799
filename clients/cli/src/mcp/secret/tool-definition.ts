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
      'Runs a program on this machine with a vault secret in an environment variable, and returns its',
      'output. You do not see the secret: it is redacted in the output. No shell expands the arguments, so $NAME in',
      `them stays as it is: the program must read the variable itself. Allowed programs: ${programs.join(', ')}.`,
    ]
      .join(' ')
      .slice(0, 1_024),
    inputSchema: {
      type: 'object',
      properties: {
        secret_id: { type: 'string', description: 'The id of the secret, as list_secrets returns it.' },
        command: { type: 'string', enum: programs, description: 'The program.' },
        args: { type: 'array', items: { type: 'string' }, description: 'Its arguments, passed unchanged.' },
        environment_variable: {
          type: 'string',
          description: 'The name of the environment variable, for example PGPASSWORD.',
        },
        field: {
          type: 'string',
          description:
            'For a secret that is an object: the field to pass. Without it, the program gets the whole object as JSON.',
        },
        purpose: { type: 'string', description: 'What it is for. The owner of the secret sees it.' },
        timeout_seconds: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_SECONDS,
          description: `The program's timeout; ${USUAL_SECONDS} by default.`,
        },
      },
      required: ['secret_id', 'command', 'environment_variable'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        exit_code: { type: 'integer', description: 'Absent if the program was stopped.' },
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
