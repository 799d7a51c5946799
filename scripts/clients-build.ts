import { readCommandLine } from '#testing/command-line.ts';
import { buildCli } from './clients-build/build-cli.ts';
import { buildTypescript } from './clients-build/build-typescript.ts';

/** Builds what the packages of the TypeScript SDK and the command line consist of. `npm pack` does it too. */
readCommandLine({
  name: 'clients:build',
  usage: `npm run clients:build

Compiles the TypeScript SDK to clients/typescript/dist, and bundles the command line into clients/cli/dist.`,
  options: {},
});
await buildTypescript();
await buildCli();
