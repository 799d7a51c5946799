import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, expect, test } from 'vitest';
import { AidApp } from '#lib/aid-app.ts';
import { BOOTSTRAP_QUALIFIER, operatorContext, qualifierIn } from '#lib/cdk-context.ts';
import { readConfig } from '#lib/config.ts';
import { DataStack } from '#lib/stacks/data.ts';
import cdk from '../../cdk.json' with { type: 'json' };
import { resourcesOf } from './stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-context-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BOUNDARY = '@aws-cdk/core:permissionsBoundary';

function fileWith(name: string, content: object): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test('The context of operators is that of cdk.json and of the file in the home folder, without the feature flags', () => {
  const home = fileWith('home.json', { context: { [BOOTSTRAP_QUALIFIER]: 'ofhome', [BOUNDARY]: { name: 'limits' } } });
  const own = fileWith('cdk.json', { context: { ...cdk.context, [BOOTSTRAP_QUALIFIER]: 'ofstage' } });
  expect(operatorContext([home, own])).toEqual({ [BOOTSTRAP_QUALIFIER]: 'ofstage', [BOUNDARY]: { name: 'limits' } });
  expect(operatorContext([join(folder, 'none.json'), fileWith('empty.json', {})])).toEqual({});
});

test('The qualifier is that of the context, and that of a bootstrap without an option otherwise', () => {
  expect(qualifierIn({ [BOOTSTRAP_QUALIFIER]: 'ofstage' })).toBe('ofstage');
  expect(qualifierIn({})).toBe('hnb659fds');
  expect(qualifierIn({ [BOOTSTRAP_QUALIFIER]: '' })).toBe('hnb659fds');
});

test('With the context, every role has the boundary, and the templates ask for the bootstrap with the qualifier', () => {
  const config = readConfig({
    AID_MAIL_DOMAIN: 'agents.example.com',
    AID_BACKUP_VAULT: 'arn:aws:backup:eu-west-1:999988887777:backup-vault:aid-copies',
  });
  const context = { [BOOTSTRAP_QUALIFIER]: 'ofstage', [BOUNDARY]: { name: 'limits' } };
  const templateOf = (given?: object) => {
    const outdir = join(folder, given === undefined ? 'plain' : 'fitted');
    const app = new AidApp({ profile: config.profile, outdir, ...(given && { context }) });
    return Template.fromStack(new DataStack(app, 'aid-dev-data', { config }));
  };
  const fitted = templateOf(context);
  const roles = resourcesOf(fitted, 'AWS::IAM::Role').map(([, { Properties }]) => Properties);
  expect(roles).toHaveLength(1);
  expect(JSON.stringify(roles[0]?.PermissionsBoundary)).toContain(':policy/limits');
  expect(fitted.toJSON().Parameters.BootstrapVersion.Default).toBe('/cdk-bootstrap/ofstage/version');
  const plain = templateOf();
  expect(
    resourcesOf(plain, 'AWS::IAM::Role').every(([, { Properties }]) => !('PermissionsBoundary' in Properties)),
  ).toBe(true);
  expect(plain.toJSON().Parameters.BootstrapVersion.Default).toBe('/cdk-bootstrap/hnb659fds/version');
});
