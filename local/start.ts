import { relaunchWithArenaLimit } from './relaunch.ts';

const USAGE = `npm start

Runs the whole service on this machine. It takes no arguments: docs/settings.md lists the settings, which are
environment variables, such as AID_PORT.`;

const [argument] = process.argv.slice(2);
if (argument === '--help') {
  console.log(USAGE);
  process.exit(0);
}
if (argument !== undefined) {
  console.error(`start: unknown argument ${argument}; npm start -- --help prints the usage`);
  process.exit(2);
}

/** `npm start`: everything but the memory limits is in `run.ts`, so that little is loaded twice. */
relaunchWithArenaLimit();
const { run } = await import('./run.ts');
await run();
