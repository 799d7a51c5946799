import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The MCP server with agent frameworks for Python and TypeScript, which it installs. It needs Python 3.11 or later.
 * `npm run test:tools` runs it.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/mcp-frameworks/**/*.test.ts'],
    globalSetup: ['test/support/shared-stack.ts'],
    testTimeout: 300_000,
    hookTimeout: 900_000,
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
  },
});
