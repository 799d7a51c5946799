import { relaunchWithArenaLimit } from '#local/relaunch.ts';

/** The process of the disturbed stack. It takes its settings from the environment. */
relaunchWithArenaLimit();
const { run } = await import('./run.ts');
await run();
