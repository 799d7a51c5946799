import { join } from 'node:path';
import { inPython, PROGRAMS, testFramework } from './support/framework-tests.ts';

const FOLDER = join(PROGRAMS, 'google-adk');

testFramework({
  name: 'The Agent Development Kit',
  revision: '2025-11-25',
  install: inPython('mcp-frameworks-google-adk', FOLDER, join(FOLDER, 'agent.py')),
});
