import { Template } from 'aws-cdk-lib/assertions';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { expect, test, vi } from 'vitest';
import cdk from '../../cdk.json' with { type: 'json' };
import { makeStage } from './stage.ts';

const SETTINGS = {
  AID_API_DOMAIN: 'api.example.com',
  AID_API_CERTIFICATE: 'arn:aws:acm:eu-central-1:111122223333:certificate/12345678-1234-1234-1234-123456789012',
  AID_CONSOLE: 'true',
  AID_ACCOUNT_CONCURRENCY: '1000',
  AID_ALARM_EMAIL: 'operator@example.com',
};

/** The flags that the CDK ignores since its second version. Its command line does not ask for them. */
const OBSOLETE = ['@aws-cdk/aws-s3:grantWriteWithoutAcl', '@aws-cdk/aws-kms:defaultKeyPolicies'];

/** A stage as the command line of the CDK makes it, which passes the context of `cdk.json` on. */
function stageOfCommandLine() {
  vi.stubEnv('CDK_CONTEXT_JSON', JSON.stringify(cdk.context));
  try {
    return makeStage(SETTINGS);
  } finally {
    vi.unstubAllEnvs();
  }
}

test('Every feature flag of the CDK is configured, in cdk.json or by the stacks', () => {
  const { data } = stageOfCommandLine();
  // Those that are better not set need no value.
  const recommended = Object.entries(CURRENTLY_RECOMMENDED_FLAGS).flatMap(([name, value]) => (value ? [name] : []));
  expect(recommended.length).toBeGreaterThan(70);
  const missing = recommended.filter((name) => !OBSOLETE.includes(name) && data.node.tryGetContext(name) === undefined);
  expect(missing).toEqual([]);
});

test('The feature flags in cdk.json change no template: a run of the app alone, without them, makes the same', () => {
  const templatesOf = ({ data, service, domains }: ReturnType<typeof makeStage>) =>
    [data, service, domains].map((stack) => stack && Template.fromStack(stack).toJSON());
  const templates = templatesOf(stageOfCommandLine());
  expect(templates).not.toContain(undefined);
  expect(templates).toEqual(templatesOf(makeStage(SETTINGS)));
});
