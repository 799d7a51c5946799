import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { settingsOf } from '#lib/settings.ts';
import { RESOURCE_VARIABLES } from '#shared/contract/environment.ts';
import { NAMED_WAYS, runbookOfWay } from '#shared/contract/ways.ts';
import { PRODUCTION, resourcesOf, type Statement, synthesize, targetOf, WATCHED, WITH_SETTINGS } from './stage.ts';

const { serviceTemplate } = synthesize(WATCHED);
type Template = typeof serviceTemplate;

const sweepOf = (template: Template) =>
  resourcesOf(template, 'AWS::Lambda::Function').find(([, { Properties }]) =>
    Properties.FunctionName.endsWith('-worker-sweep'),
  )?.[1].Properties;
const variablesOf = (template: Template) => sweepOf(template).Environment.Variables as Record<string, never>;

/** The statements of the sweep that allow an action. */
function allowing(template: Template, action: string): Statement[] {
  const role = sweepOf(template).Role['Fn::GetAtt'][0];
  return resourcesOf(template, 'AWS::IAM::Policy')
    .filter(([, { Properties }]) => Properties.Roles.some((one: { Ref: string }) => one.Ref === role))
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as Statement[])
    .filter((statement) => [statement.Action].flat().includes(action));
}

const resources = (statements: readonly Statement[]) => statements.flatMap(({ Resource }) => [Resource].flat());

test('The heartbeat invokes every function but itself and the layout guard, each by its own ARN', () => {
  const functions = resourcesOf(serviceTemplate, 'AWS::Lambda::Function');
  const expected = functions.filter(
    ([, { Properties }]) => !/-worker-(?:sweep|layout-guard)$/.test(Properties.FunctionName),
  );
  expect(expected.length).toBe(functions.length - 2);
  const names = RESOURCE_VARIABLES.HEARTBEAT_FUNCTIONS.parse(variablesOf(serviceTemplate).HEARTBEAT_FUNCTIONS);
  const { STAGE } = variablesOf(serviceTemplate);
  expect(names.map((name) => `aid-${STAGE}-${name}`).sort()).toEqual(
    expected.map(([, { Properties }]) => Properties.FunctionName).sort(),
  );
  const allowed = resources(allowing(serviceTemplate, 'lambda:InvokeFunction')).map((arn) => targetOf(arn as never));
  expect(allowed.sort()).toEqual(expected.map(([id]) => id).sort());
});

test('In a stage with versions and a console the heartbeat invokes the released versions, and knows the console', () => {
  const { serviceTemplate: production } = synthesize(PRODUCTION);
  const { HEARTBEAT_FUNCTIONS, CONSOLE_ORIGIN } = variablesOf(production);
  const names = String(HEARTBEAT_FUNCTIONS).split(' ');
  expect(names).toContain('worker-console:live');
  expect(names.every((name) => name.endsWith(':live'))).toBe(true);
  expect(CONSOLE_ORIGIN).toBeDefined();
  const allowed = resources(allowing(production, 'lambda:InvokeFunction'));
  const aliases = new Map(resourcesOf(production, 'AWS::Lambda::Alias'));
  expect(allowed.length).toBe(names.length);
  for (const arn of allowed) expect(aliases.has(targetOf(arn as never) ?? ''), JSON.stringify(arn)).toBe(true);
});

/** Everything that CloudFormation finishes before it begins with a resource. */
function waitedFor(template: Template, id: string): ReadonlySet<string> {
  const all: Record<string, { DependsOn?: string | string[] }> = template.toJSON().Resources;
  const found = new Set<string>();
  const open = [id];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { DependsOn = [], ...rest } = all[one] ?? {};
    const named = [...JSON.stringify(rest).matchAll(/"(?:Ref":"|Fn::GetAtt":\[")(\w+)"/g)].map(
      ([, name]) => name ?? '',
    );
    for (const next of [...named, ...[DependsOn].flat()]) {
      if (found.has(next) || !(next in all)) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}

test.each([
  ['at once', serviceTemplate],
  ['by versions', synthesize(PRODUCTION).serviceTemplate],
])(
  'In an update that is released %s the sweep follows the functions that it invokes, which may not know its event yet',
  (_, template) => {
    const [[sweepId] = ['']] = resourcesOf(template, 'AWS::Lambda::Function').filter(([, { Properties }]) =>
      Properties.FunctionName.endsWith('-worker-sweep'),
    );
    const before = waitedFor(template, sweepId);
    const invoked = resources(allowing(template, 'lambda:InvokeFunction')).map((arn) => targetOf(arn as never) ?? '');
    expect(invoked.length).toBeGreaterThan(25);
    for (const id of invoked) expect(before, id).toContain(id);
  },
);

test('The heartbeat publishes to the topics that feed queues and to that of its own alarms, and reads who gets the alarms', () => {
  const topicsOf = (action: string) =>
    resources(allowing(serviceTemplate, action))
      .map((arn) => targetOf(arn as never)?.slice(0, -8))
      .sort();
  expect(topicsOf('sns:Publish')).toEqual(['AlarmsTopic', 'MailInTopic', 'MailOutOutcomesTopic']);
  expect(topicsOf('sns:GetTopicAttributes')).toEqual(['AlarmsTopic']);
  const { AID_ALARM_TOPIC: pager } = WITH_SETTINGS;
  const { serviceTemplate: paged } = synthesize(WITH_SETTINGS);
  expect(resources(allowing(paged, 'sns:GetTopicAttributes'))).toContain(pager);
  expect(resources(allowing(paged, 'sns:Publish'))).not.toContain(pager);
  expect(variablesOf(synthesize().serviceTemplate)).not.toHaveProperty('ALARM_TOPICS');
});

test('The heartbeat uses the storage key for messages of SNS only, and reads one identity of SES', () => {
  const conditions = allowing(serviceTemplate, 'kms:GenerateDataKey').map(({ Condition }) => Condition);
  expect(conditions).toEqual([
    { StringEquals: { 'kms:ViaService': { 'Fn::Join': ['', ['sns.', { Ref: 'AWS::Region' }, '.amazonaws.com']] } } },
  ]);
  const [identity, ...others] = resources(allowing(serviceTemplate, 'ses:GetEmailIdentity'));
  expect(JSON.stringify(identity)).toContain(':identity/agents.example.com"');
  expect(others).toEqual([]);
});

test('The heartbeat may write no keys, organizations or other rows of customers', () => {
  const written = allowing(serviceTemplate, 'dynamodb:PutItem').flatMap(
    ({ Condition }) => Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] as string[],
  );
  expect(written).toContain('HEARTBEAT#*');
  for (const prefix of ['KEYHASH#*', 'ORG#*', 'APIKEYS#*', 'TUNNEL#*', 'EVENT#*']) {
    expect(written).not.toContain(prefix);
  }
});

test('The heartbeat goes every way on AWS unless a setting says otherwise, and on one machine only if one does', () => {
  const of = (settings: Record<string, string>) =>
    settingsOf(readConfig({ AID_MAIL_DOMAIN: 'agents.example.com', ...settings })).HEARTBEAT_WAYS;
  expect(of({})).toBe('true');
  expect(variablesOf(serviceTemplate).HEARTBEAT_WAYS).toBe('true');
  expect(of({ AID_HEARTBEAT_WAYS: 'false' })).toBeUndefined();
  expect(of({ AID_PROFILE: 'local' })).toBeUndefined();
  expect(of({ AID_PROFILE: 'local', AID_HEARTBEAT_WAYS: 'true' })).toBe('true');
});

test('The variables of the sweep fit into the 4 KB that Lambda allows, in the stage with the longest name', () => {
  const sizes = Object.entries(variablesOf(synthesize(PRODUCTION).serviceTemplate)).map(([name, value]) => {
    // A reference becomes a name, an address or an ARN.
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return name.length + text.replaceAll('prod', 'a-stage-of-20-letter').length;
  });
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4096);
});

test('The runbook has a section for each way, which says what to check first', () => {
  const runbook = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'runbook.md'), 'utf8');
  const anchors = [...Object.keys(NAMED_WAYS), 'delivery', 'http-mcp'].map(runbookOfWay);
  const sections = new Map(
    runbook
      .split(/^### /m)
      .slice(1)
      .map((section) => [anchorOf(section.split('\n', 1)[0] ?? ''), section] as const),
  );
  expect(new Set(anchors).size).toBe(Object.keys(NAMED_WAYS).length + 2);
  for (const anchor of anchors) expect(sections.get(anchor), anchor).toMatch(/\*\*First\.\*\* /);
  expect([...sections.keys()].filter((anchor) => anchor.startsWith('way-')).sort()).toEqual(
    [...new Set(anchors)].sort(),
  );
});

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');
