import { join } from 'node:path';
import { inPython, PROGRAMS, testFramework } from './support/framework-tests.ts';

const FOLDER = join(PROGRAMS, 'crew-ai');

testFramework({
  name: 'CrewAI',
  revision: '2025-11-25',
  requiresAll: true,
  // With Python 3.11 its client fails after each call of a tool, whatever the server: it closes in another task.
  install: inPython('mcp-frameworks-crew-ai', FOLDER, join(FOLDER, 'agent.py'), ['3.13', '3.12']),
});
