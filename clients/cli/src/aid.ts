#!/usr/bin/env node
import module from 'node:module';

// Node keeps the compiled code of what is imported from here on, so that the next start need not compile it. A Node
// that is too old for the program has no such function; the program says that it is too old.
module.enableCompileCache?.();
await import('./main.ts');
