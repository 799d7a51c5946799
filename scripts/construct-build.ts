import { readCommandLine } from '#testing/command-line.ts';
import { buildConstruct } from './construct-build/build-construct.ts';

/** Builds what the package of the CDK construct consists of. `npm pack` does it too. */
readCommandLine({
  name: 'construct:build',
  usage: `npm run construct:build

Bundles the construct, its types and the code of the functions into construct/dist.`,
  options: {},
});
await buildConstruct();
