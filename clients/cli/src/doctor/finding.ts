/** The result of a check. */
export interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** What to do about it; null if there is nothing to do. */
  readonly advice: string | null;
}

export const ok = (check: string, message: string): Finding => ({ check, result: 'ok', message, advice: null });

export const warn = (check: string, message: string, advice: string): Finding => {
  return { check, result: 'warn', message, advice };
};

export const fail = (check: string, message: string, advice: string): Finding => {
  return { check, result: 'fail', message, advice };
};
