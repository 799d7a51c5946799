import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AidApp } from '#lib/aid-app.ts';
import { readConfig } from '#lib/config.ts';
import { ALL_FUNCTION_NAMES } from '#lib/functions.ts';
import { addStageStacks } from '#lib/stacks/stage-stacks.ts';
import { EXAMPLE_SETTINGS } from '../stage/example-settings.ts';
import type { Template } from './describe-template.ts';

/** The settings of the recorded stage: every part that may hold something is switched on. */
const SETTINGS = { ...EXAMPLE_SETTINGS, AID_ALARM_EMAIL: 'ops@example.com' };

/**
 * The templates of a stage with default settings or these, by the name of their stack. The functions have stand-ins for
 * their bundles.
 */
export function stageTemplates(settings: Readonly<Record<string, string>> = {}): Readonly<Record<string, Template>> {
  // The check against the schemas of CloudFormation belongs to `npm run check:synth`.
  process.env.CDK_VALIDATION = 'false';
  const folder = mkdtempSync(join(tmpdir(), 'aid-templates-'));
  try {
    const assetRoot = join(folder, 'bundles');
    for (const name of ALL_FUNCTION_NAMES) {
      mkdirSync(join(assetRoot, name), { recursive: true });
      writeFileSync(join(assetRoot, name, 'index.mjs'), 'export const handler = () => {};\n');
    }
    const config = readConfig({ ...SETTINGS, ...settings });
    const app = new AidApp({ profile: config.profile, outdir: join(folder, 'out') });
    addStageStacks(app, { config, assetRoot });
    const { stacks } = app.synth();
    return Object.fromEntries(stacks.map(({ stackName, template }) => [stackName, template as Template]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
