import { readCommandLine } from '#testing/command-line.ts';
import { buildTypescript } from './clients-build/build-typescript.ts';

/** Builds what the package of the TypeScript SDK consists of. `npm pack` in its folder does it too. */
readCommandLine({
  name: 'clients:build',
  usage: `npm run clients:build

Compiles the TypeScript SDK to clients/typescript/dist.`,
  options: {},
});
await buildTypescript();
