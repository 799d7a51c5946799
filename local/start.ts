import { relaunchWithArenaLimit } from './relaunch.ts';

/** `npm start`: everything but the memory limits is in `run.ts`, so that little is loaded twice. */
relaunchWithArenaLimit();
const { run } = await import('./run.ts');
await run();
