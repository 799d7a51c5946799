import { join } from 'node:path';
import { inNode, PROGRAMS, testFramework } from './support/framework-tests.ts';

testFramework({
  name: 'Mastra',
  revision: '2026-07-28',
  install: inNode('mcp-frameworks-mastra', join(PROGRAMS, 'mastra')),
});
