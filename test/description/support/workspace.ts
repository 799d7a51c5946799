import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';

/** A folder for the output of the tests of a file, with the description. */
export interface Workspace {
  readonly folder: string;
  /** The path of the description as the stack serves it. */
  readonly description: string;
}

/** Makes a workspace before the tests of a file and removes it afterwards. */
export function useWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'aid-description-'));
  const description = join(folder, 'openapi.json');
  beforeAll(async () => {
    const response = await fetch(`${sharedStack().baseUrl}/v1/openapi.json`);
    writeFileSync(description, await response.text());
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, description };
}
