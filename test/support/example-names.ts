/** The programs that each language has in `examples/`. `example-flows.ts` says what each does. */
export const EXAMPLES = ['first-reply', 'worker', 'follow', 'receiver', 'secret', 'tunnel', 'wait-for-code'] as const;

export type ExampleName = (typeof EXAMPLES)[number];
