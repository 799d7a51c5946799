/** The errors of an operation that accepts a code from an email. */
export const CODE_ERRORS = ['auth.code_invalid', 'auth.code_expired', 'auth.code_exhausted'] as const;
