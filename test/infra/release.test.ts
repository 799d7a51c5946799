import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { FUNCTION_NAMES } from '#lib/functions.ts';
import { Assembly } from '#local/assembly/assembly.ts';
import { functionNameOf } from '#local/assembly/aws-identifiers.ts';
import type { StackTemplate } from '#local/assembly/template.ts';
import { apiDefinitions } from '#local/gateway/api-definition.ts';
import { socketDefinition } from '#local/sockets/socket-definition.ts';
import { mappingDefinitions } from '#local/sources/mapping-definition.ts';
import { idleLines, totalOf } from '#scripts/cost/bill.ts';
import { idleStageOf } from '#scripts/cost/idle-stage.ts';
import { LIST_PRICES } from '#scripts/cost/prices.ts';
import { findLosses } from '#scripts/stateful/find-losses.ts';
import { recordOf } from '#scripts/stateful/record.ts';
import { DRILLS } from '#testing/alarm-drills/drills.ts';
import { unguardedFunctions } from './guarded-functions.ts';
import { resourcesOf, synthesize, targetOf, WATCHED } from './stage.ts';

const canary = synthesize({ ...WATCHED, AID_RELEASE: 'canary' });
const plain = synthesize(WATCHED);
const service = canary.serviceTemplate;
const aliases = resourcesOf(service, 'AWS::Lambda::Alias');
const groups = resourcesOf(service, 'AWS::CodeDeploy::DeploymentGroup');
const withoutHash = (id: string) => id.replace(/[0-9A-F]{8}$/, '');
/** The alarms on the errors of a worker, by the name of the worker. */
const errorAlarms = new Map<string, string>(
  resourcesOf(service, 'AWS::CloudWatch::Alarm')
    .filter(([, { Properties }]) => Properties.MetricName === 'Errors')
    .map(([id, { Properties }]) => [Properties.AlarmName.replace(/-errors$/, ''), withoutHash(id)]),
);
const count = (template: typeof service) => Object.keys(template.toJSON().Resources).length;

/** The same templates, as the local profile reads them. */
function assemblyOf({ dataTemplate, serviceTemplate }: typeof canary): Assembly {
  const stacks = [dataTemplate, serviceTemplate].map((template, at) => ({
    name: `stack-${at}`,
    template: template.toJSON() as StackTemplate['template'],
    assets: new Map(),
  }));
  return new Assembly(stacks, 'http://127.0.0.1:1');
}

describe('a stage that releases by versions', () => {
  test('Each function has a version behind the alias "live", and a deployment group that moves it', () => {
    expect(aliases).toHaveLength(FUNCTION_NAMES.length);
    expect(resourcesOf(service, 'AWS::Lambda::Version')).toHaveLength(FUNCTION_NAMES.length);
    expect(groups).toHaveLength(FUNCTION_NAMES.length);
    const versions = new Set(resourcesOf(service, 'AWS::Lambda::Version').map(([id]) => id));
    const moved = new Set<string>();
    for (const [id, { Properties }] of aliases) {
      expect(Properties.Name, id).toBe('live');
      expect(versions, id).toContain(Properties.FunctionVersion['Fn::GetAtt'][0]);
      const { UpdatePolicy } = service.toJSON().Resources[id];
      moved.add(UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName.Ref);
    }
    expect([...moved].sort()).toEqual(groups.map(([id]) => id).sort());
  });

  test('A function gets a new version with its configuration, and none with a setting that versions do not have', () => {
    const versionOf = (more: Record<string, string>) => {
      const changed = synthesize({ ...WATCHED, AID_RELEASE: 'canary', ...more }).serviceTemplate;
      return resourcesOf(changed, 'AWS::Lambda::Version').map(([id]) => id);
    };
    const versions = resourcesOf(service, 'AWS::Lambda::Version').map(([id]) => id);
    // What waits gets its share of the reserved concurrency as a variable; the limits of a queue are no part of a
    // function.
    const changed = versionOf({ AID_WAIT_CONCURRENCY: '33', AID_DELIVERY_CONCURRENCY: '33' });
    expect(changed).toHaveLength(versions.length);
    expect(versions.filter((id) => !changed.includes(id)).map((id) => id.replace(/Function.*/, ''))).toEqual([
      'Routesa2astreams',
      'Routeswait',
      'TunnelsIngress',
    ]);
    expect(versionOf({ AID_LOG: 'debug' }).filter((id) => versions.includes(id))).toEqual([]);
  });

  test('A release moves a tenth of the invocations at a time, and is rolled back by an alarm, a failure or a stop', () => {
    for (const [id, { Properties }] of groups) {
      expect(Properties.DeploymentConfigName, id).toBe('CodeDeployDefault.LambdaLinear10PercentEvery2Minutes');
      expect(Properties.AutoRollbackConfiguration, id).toEqual({
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
      });
      const alarms = Properties.AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) => Name.Ref);
      const ownErrors = errorAlarms.get(Properties.DeploymentGroupName);
      expect(alarms.map(withoutHash).sort(), id).toEqual(
        [
          'AlarmsOldestDueDelivery',
          'AlarmsServerErrors',
          'AlarmsStreamAge',
          ...(ownErrors === undefined ? [] : [ownErrors]),
          'AlarmsWorkerFailures',
        ].sort(),
      );
      expect(Properties.AlarmConfiguration.Enabled, id).toBe(true);
    }
    expect(errorAlarms.size).toBe(9);
  });

  test('An error of each function behind a queue, the stream or the WebSocket API rolls its release back', () => {
    const assembly = assemblyOf(canary);
    const behind = [
      ...mappingDefinitions(assembly).map(({ functionName }) => functionName),
      ...(socketDefinition(assembly)?.functions.values() ?? []),
    ].map(functionNameOf);
    expect([...errorAlarms.keys()].sort()).toEqual([...new Set(behind)].sort());
  });

  test('Each failure of workers that new code can cause, and that is provoked in a stack, has an alarm that rolls back', () => {
    const alarms = new Set<string>(
      groups.flatMap(([, { Properties }]) =>
        Properties.AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) => withoutHash(Name.Ref)),
      ),
    );
    const faults = DRILLS.filter(({ isReleaseFault }) => isReleaseFault);
    expect(faults.length).toBeGreaterThan(10);
    for (const { alarm, failure } of faults) expect(alarms, failure).toContain(`Alarms${alarm}`);
  });

  test('The alarms that roll a release back are decided within five minutes of the eighteen that a release takes', () => {
    const stopping = resourcesOf(service, 'AWS::CloudWatch::Alarm').filter(([id]) =>
      /OldestDueDelivery|ServerErrors|StreamAge|Worker\w+Errors|WorkerFailures/.test(id),
    );
    expect(stopping).toHaveLength(13);
    for (const [id, { Properties }] of stopping) {
      expect(Properties.Period * Properties.EvaluationPeriods, id).toBeLessThanOrEqual(300);
    }
  });

  test('Everything that invokes a function invokes its alias, and may invoke nothing else', () => {
    const aliasIds = new Set(aliases.map(([id]) => id));
    const permissions = resourcesOf(service, 'AWS::Lambda::Permission');
    expect(permissions.length).toBeGreaterThan(20);
    for (const [id, { Properties }] of permissions) expect(aliasIds, id).toContain(targetOf(Properties.FunctionName));

    const functionIds = new Set(resourcesOf(service, 'AWS::Lambda::Function').map(([id]) => id));
    const callers = [
      'AWS::ApiGateway::RestApi',
      'AWS::ApiGatewayV2::Integration',
      'AWS::Lambda::EventSourceMapping',
      'AWS::Events::Rule',
    ];
    for (const [id, { Properties }] of callers.flatMap((type) => resourcesOf(service, type))) {
      const named = [...JSON.stringify(Properties).matchAll(/"(?:Ref":"|Fn::GetAtt":\[")(\w+)"/g)].map(
        ([, one]) => one,
      );
      expect(
        named.filter((one) => functionIds.has(one ?? '')),
        id,
      ).toEqual([]);
      expect(
        named.some((one) => aliasIds.has(one ?? '')),
        id,
      ).toBe(true);
    }
  });

  test('The guard of the layout agrees to a release before any function gets new code, and is not itself behind an alias', () => {
    expect(unguardedFunctions(service)).toEqual(['worker-layout-guard']);
    const [[, guard] = []] = resourcesOf(service, 'Custom::AidLayout');
    expect(guard?.Properties.ServiceToken['Fn::GetAtt'][0]).toMatch(/^LayoutGuardWorkerFunction/);
  });

  test('The stack has room for more: under 400 of the 500 resources that a stack may have', () => {
    expect(count(service)).toBeLessThan(400);
    expect(count(service) - count(plain.serviceTemplate)).toBe(3 * FUNCTION_NAMES.length + 2);
  });

  test('An idle stage costs the same as one without versions', () => {
    const cost = ({ dataTemplate, serviceTemplate }: typeof canary) =>
      totalOf(idleLines(idleStageOf([dataTemplate.toJSON(), serviceTemplate.toJSON()]), LIST_PRICES));
    expect(cost(canary)).toBe(cost(plain));
  });

  test('To begin and to stop with versions replaces no stateful resource', () => {
    const [with_, without] = [canary, plain].map(({ dataTemplate, serviceTemplate }) =>
      recordOf({ data: dataTemplate.toJSON(), service: serviceTemplate.toJSON() }),
    );
    for (const stack of ['data', 'service']) {
      expect(findLosses(with_?.[stack] ?? {}, without?.[stack] ?? {})).toEqual([]);
      expect(findLosses(without?.[stack] ?? {}, with_?.[stack] ?? {})).toEqual([]);
    }
  });

  test('The local profile finds the function behind each alias: of every operation, message, queue and stream', () => {
    const [assembly, other] = [assemblyOf(canary), assemblyOf(plain)];
    const invoked = (of: Assembly) => [
      ...apiDefinitions(of).flatMap(({ methods }) =>
        methods.flatMap((method) => (method.kind === 'function' ? [method.functionArn] : [])),
      ),
      ...[...(socketDefinition(of)?.functions.values() ?? [])],
      ...mappingDefinitions(of).map(({ functionName }) => functionName),
    ];
    expect(invoked(assembly).every((one) => one.endsWith(':live'))).toBe(true);
    expect(invoked(assembly).map(functionNameOf).sort()).toEqual(invoked(other).map(functionNameOf).sort());
    expect(new Set(invoked(assembly).map(functionNameOf))).toContain('aid-dev-http-wait');
  });

  test('The AwsSolutions rules find nothing that is not acknowledged', () => {
    canary.app.synth();
    expect(new AwsSolutionsChecks(canary.app).validateScope(canary.app)).toEqual({ success: true, violations: [] });
  });
});

describe('a stage without a setting for releases', () => {
  test('A stage without a setting for releases has no versions, and nothing of CodeDeploy', () => {
    const types = ['AWS::Lambda::Alias', 'AWS::Lambda::Version', 'AWS::CodeDeploy::DeploymentGroup'];
    expect(types.flatMap((type) => resourcesOf(plain.serviceTemplate, type))).toEqual([]);
  });
});
