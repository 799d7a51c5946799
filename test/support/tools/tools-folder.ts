import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Where tools stay for the next run: in the checkout, or in the folder that `AID_TOOLS_DIR` names. */
const TOOLS = process.env.AID_TOOLS_DIR ?? join(ROOT, '.build', 'tools');

/** The folder of a tool, of which the parent exists. */
export function toolFolder(name: string): string {
  mkdirSync(TOOLS, { recursive: true });
  return join(TOOLS, name);
}
