import { describe, expect, test } from 'vitest';
import { type Resource, resourcesOf, synthesize } from './stage.ts';

// The address is in the errors of API Gateway too, so both have the same.
const ADDRESS = { AID_PUBLIC_URL: 'http://127.0.0.1:8787' };
const aws = synthesize(ADDRESS);
const local = synthesize({ AID_PROFILE: 'local', ...ADDRESS });

/** Environment variables with values that differ between the profiles, by function. */
function differences(): Record<string, string[]> {
  const [left, right] = [aws, local].map(
    ({ serviceTemplate }) => serviceTemplate.toJSON().Resources as Record<string, Resource>,
  );
  const found: Record<string, string[]> = {};
  for (const [id, { Type, Properties }] of Object.entries(left ?? {})) {
    if (Type !== 'AWS::Lambda::Function') continue;
    const mine = Properties.Environment.Variables;
    const theirs = right?.[id]?.Properties.Environment.Variables;
    const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
    found[Properties.FunctionName] = [...names].filter(
      (name) => mine[name] !== theirs[name] && typeof theirs[name] !== 'object',
    );
  }
  return found;
}

/** A template without the parts that a profile may change. */
function rest(template: { toJSON(): unknown }): unknown {
  const copy = structuredClone(template.toJSON()) as { Resources: Record<string, Resource>; Outputs?: object };
  for (const resource of Object.values(copy.Resources)) {
    if (resource.Type === 'AWS::Lambda::Function') resource.Properties.Environment = undefined;
    // What follows from the quota of an account, which one machine does not have.
    if (resource.Type === 'AWS::Lambda::EventSourceMapping') resource.Properties.ScalingConfig = undefined;
    if (resource.Type === 'AWS::SQS::Queue' && resource.Properties.RedrivePolicy !== undefined) {
      resource.Properties.RedrivePolicy.maxReceiveCount = undefined;
    }
  }
  return { ...copy, Outputs: undefined };
}

describe('the local profile', () => {
  test('The local profile has the templates of AWS, except for the environment of the functions and what follows from a quota', () => {
    expect(local.dataTemplate.toJSON()).toEqual(aws.dataTemplate.toJSON());
    expect(rest(local.serviceTemplate)).toEqual(rest(aws.serviceTemplate));
  });

  test('The workers of the local profile run as many batches, and get a message as often, as in a large account', () => {
    const propertiesOf = (type: string) => resourcesOf(local.serviceTemplate, type).map(([, one]) => one.Properties);
    const maxima = propertiesOf('AWS::Lambda::EventSourceMapping').flatMap(
      ({ ScalingConfig }) => ScalingConfig?.MaximumConcurrency ?? [],
    );
    expect(maxima.sort((one, other) => one - other)).toEqual([2, 5, 5, 5, 50, 50]);
    const receives = propertiesOf('AWS::SQS::Queue').flatMap(
      ({ RedrivePolicy }) => RedrivePolicy?.maxReceiveCount ?? [],
    );
    expect(receives.sort((one, other) => one - other)).toEqual([5, 5, 5, 5, 5, 12]);
  });

  test('The local profile changes only the log level, the limits, the loopback setting and the ways of the heartbeat', () => {
    const changed = differences();
    const allowed = ['POWERTOOLS_LOG_LEVEL', 'LIMITS', 'ALLOW_LOOPBACK_RECEIVERS', 'HEARTBEAT_WAYS'];
    for (const [name, variables] of Object.entries(changed)) {
      expect(
        variables.filter((variable) => !allowed.includes(variable)),
        name,
      ).toEqual([]);
    }
    const loopback = Object.keys(changed).filter((name) => changed[name]?.includes('ALLOW_LOOPBACK_RECEIVERS'));
    expect(loopback.sort()).toEqual([
      'aid-dev-http-a2a-protocol',
      'aid-dev-http-a2a-streams',
      'aid-dev-http-oauth',
      'aid-dev-http-provider-accounts',
      'aid-dev-http-tokens',
      'aid-dev-http-webhooks',
      'aid-dev-worker-delivery',
      'aid-dev-worker-outbound-mail',
    ]);
  });
});
