import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Validations } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { makeStage, synthesize, WITH_SETTINGS } from './stage.ts';

const { app } = synthesize(WITH_SETTINGS);

const acknowledged = app.node.findAll().flatMap((construct) =>
  construct.node.metadata
    .filter((entry) => entry.type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap((entry) => Object.entries(entry.data as Record<string, string>))
    .map(([rule, reason]) => ({ path: construct.node.path, rule, reason })),
);

describe('the AwsSolutions rules', () => {
  test('The AwsSolutions rules find nothing that is not acknowledged in a stage with alarms, limits, backups and traces', () => {
    expect(new AwsSolutionsChecks(app).validateScope(app)).toEqual({ success: true, violations: [] });
  });

  test('The findings of AwsSolutions rules are acknowledged with a reason, for one resource each and never for a whole stack', () => {
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const { path, rule, reason } of acknowledged) {
      expect(reason.length, `${path} ${rule}`).toBeGreaterThan(40);
      expect(path.split('/').length, `${path} ${rule}`).toBeGreaterThan(2);
    }
  });

  test('The synthesis stops at the first finding that is not acknowledged', () => {
    const other = makeStage();
    new Queue(other.service, 'Careless');
    expect(() => other.app.synth()).toThrow(/AwsSolutions-SQS/);
  });
});
