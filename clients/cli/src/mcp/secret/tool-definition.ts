import { MAX_PATTERN_CHARACTERS, MAX_PATTERNS } from './shown-lines.ts';

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
  'show_lines',
  'inject',
  'host',
  'header',
  'basic',
] as const;

/** How a program uses the secret: it gets the value, or the address of a proxy that has it. */
export const INJECTIONS = ['environment', 'proxy'] as const;

/** The tool as a model sees it, with the programs that it may run. */
export function runWithSecretTool(programs: readonly string[]): object {
  return {
    name: RUN_WITH_SECRET,
    title: 'Run a program with a secret',
    description: [
      'Runs a program on this machine that uses a vault secret, which you do not see. For an HTTPS API, use inject:',
      'proxy: the program gets the address of a proxy in the environment variable, never the secret, and its output is',
      'returned. Otherwise the variable has the secret. A program can print it in a form that no redaction recognizes,',
      'so only exit code, sizes and the lines that show_lines names are returned, redacted as far as possible.',
      'No shell expands the arguments: the program must read the variable itself.',
      `Allowed programs: ${programs.join(', ')}.`,
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
          description: 'The variable that gets the secret, for example PGPASSWORD, or the address of the proxy.',
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
        show_lines: {
          type: 'array',
          items: { type: 'string', maxLength: MAX_PATTERN_CHARACTERS },
          maxItems: MAX_PATTERNS,
          description:
            'The lines of the output to return, as patterns of whole lines: * stands for any text, for example "Total: *".',
        },
        inject: {
          type: 'string',
          enum: INJECTIONS,
          description:
            'proxy: the variable gets an http address that stands for https://<host>; append the path. environment, the default: it gets the secret.',
        },
        host: {
          type: 'string',
          description:
            'With inject: proxy: which of the hosts of the secret, if it has several. list_secrets has them.',
        },
        header: {
          type: 'string',
          description: 'With inject: proxy: the header with the secret; "Authorization: Bearer {{value}}" by default.',
        },
        basic: {
          type: 'string',
          description: 'With inject: proxy: Basic authentication instead, for example "ada:{{value}}".',
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
        stdout: { type: 'string', description: 'The lines that are shown; with inject: proxy, the output.' },
        stderr: { type: 'string' },
        stdout_bytes: { type: 'integer', description: 'How much the program has written.' },
        stderr_bytes: { type: 'integer' },
      },
      required: ['timed_out', 'stdout', 'stderr', 'stdout_bytes', 'stderr_bytes'],
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
