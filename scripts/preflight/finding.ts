/**
 * What a check of the account found. `fail`: a deployment will fail. `warn`: it will work, but not all of the stage.
 */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly subject: string;
  /** What was found, and the way out where something is wrong. */
  readonly text: string;
}

export const ok = (subject: string, text: string): Finding => ({ level: 'ok', subject, text });
export const warn = (subject: string, text: string): Finding => ({ level: 'warn', subject, text });
export const fail = (subject: string, text: string): Finding => ({ level: 'fail', subject, text });

/** One line for a finding. */
export function lineOf({ level, subject, text }: Finding): string {
  return `${level.toUpperCase().padEnd(4)} ${subject}: ${text}`;
}

/** Whether an error of an AWS SDK client has this name. */
export function isNamed(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}
