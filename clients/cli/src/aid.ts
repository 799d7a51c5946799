#!/usr/bin/env node
import module from 'node:module';

// Node caches the compiled code of everything imported from here on, so that the next start need not compile it. A Node
// that is too old for the program lacks this function; the program then reports that.
module.enableCompileCache?.();
await import('./main.ts');
