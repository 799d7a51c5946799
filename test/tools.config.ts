import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { TOOL_FOLDERS } from './support/tool-folders.ts';

/**
 * The tests that need more than Node: the checks of the API description and the deployment on an engine, which install
 * what they need, the SDKs in their own languages and as installed packages, agent frameworks, the official clients for
 * Python and the inspector as clients of the MCP server, what a browser shows of emails, the console in a browser, and
 * the last release on the state of this one, which needs the history of the repository. `npm run test:tools` runs them,
 * and so does `.ci/run` after `npm test`.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    // Two files at once, because each waits for what it has started for a third of its time. The number of workers is
    // one of the project's own settings. The files of a project without `fileParallelism` run after the others, one at
    // a time.
    projects: TOOL_FOLDERS.map((folder) => ({
      extends: `${folder}/vitest.config.ts`,
      test: { name: basename(folder), maxWorkers: 2 },
    })),
    teardownTimeout: 20_000,
  },
});
