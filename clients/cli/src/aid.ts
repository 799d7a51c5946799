#!/usr/bin/env node
import module from 'node:module';
import { oldNode } from './old-node.ts';

const refusal = oldNode();
if (refusal === undefined) {
  // Node caches the compiled code of everything imported from here on, so that the next start need not compile it.
  module.enableCompileCache?.();
  await import('./main.ts');
} else {
  process.stderr.write(`aid: ${refusal}\n`);
  process.exitCode = 1;
}
