import { relaunchWithFewArenas } from './relaunch.ts';

/** `npm start`: everything but the memory limits is in `run.ts`, so that little is loaded twice. */
relaunchWithFewArenas();
const { run } = await import('./run.ts');
await run();
