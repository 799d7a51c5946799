import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryFiles } from '#scripts/checks/repository-files.ts';
import { logsOf, PRODUCTION, resourcesOf, synthesize } from './stage.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { dataTemplate, serviceTemplate } = synthesize(PRODUCTION);
const alarms = resourcesOf(serviceTemplate, 'AWS::CloudWatch::Alarm').map(([id, { Properties }]) => ({
  id,
  properties: Properties,
}));

/** The sections of the runbook about alarms, by their anchors. */
const sections = new Map(
  read('docs/runbook.md')
    .split(/^(?=#{2,3} )/m)
    .filter((section) => section.startsWith('### '))
    .map((section) => {
      const [heading = ''] = section.slice(4).split('\n');
      return [
        heading
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replace(/\s/g, '-'),
        section,
      ] as const;
    }),
);
const anchorOf = (description: string) => / See docs\/runbook\.md#([\w-]+)$/.exec(description)?.[1] ?? '';
const queries = [...read('docs/runbook.md').matchAll(/^```\n(# log group[\s\S]*?)^```$/gm)].map(
  ([, query = '']) => query,
);

describe('the runbook', () => {
  test('The template has alarms to check', () => {
    expect(alarms.length).toBeGreaterThan(12);
  });

  test.each(alarms.map(({ id, properties }) => [id, properties.AlarmDescription]))(
    'The description of the alarm %s ends with its section of the runbook, which has meaning, query and fix',
    (_, description) => {
      const section = sections.get(anchorOf(description)) ?? '';
      expect(section, description).not.toBe('');
      const [meaning, query, fix] = ['**Meaning.** ', '**Query.** ', '**Fix.** '].map((part) => section.indexOf(part));
      expect(meaning).toBeGreaterThan(0);
      expect(query).toBeGreaterThan(meaning ?? 0);
      expect(section.indexOf('```')).toBeGreaterThan(query ?? 0);
      expect(fix).toBeGreaterThan(section.lastIndexOf('```'));
    },
  );

  test('Every section about an alarm belongs to an alarm', () => {
    const named = new Set(alarms.map(({ properties }) => anchorOf(properties.AlarmDescription)));
    const about = [...sections].filter(([, section]) => section.includes('**Meaning.**')).map(([anchor]) => anchor);
    expect(about.sort()).toEqual([...named].sort());
  });

  test('The log groups of the queries exist in the stage', () => {
    const groups = new Set(logsOf({ dataTemplate, serviceTemplate }).keys());
    expect(queries.length).toBeGreaterThan(12);
    for (const query of queries) {
      const named = [...query.matchAll(/\/aid\/<stage>\/[\w-]+/g)].map(([group]) => group.replace('<stage>', 'prod'));
      expect(named.length, query).toBeGreaterThan(0);
      for (const group of named) expect(groups, query).toContain(group);
    }
  });

  test('The messages that the queries filter by are messages that the functions log', () => {
    const code = repositoryFiles(/^(?:shared|functions)\/.*\.ts$/)
      .map(read)
      .join('\n');
    for (const query of queries) {
      for (const [, message = ''] of query.matchAll(/message = "([^"]+)"/g)) expect(code).toContain(`'${message}'`);
    }
  });

  test('The failure queues that the commands name exist in the stage', () => {
    const queues = resourcesOf(serviceTemplate, 'AWS::SQS::Queue').map(([, { Properties }]) => Properties.QueueName);
    const named = [...read('docs/runbook.md').matchAll(/ops -- (?:inspect|redrive|discard) ([\w-]+)/g)].map(
      ([, name]) => `aid-prod-${name}`,
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !queues.includes(name))).toEqual([]);
  });
});

describe('what users can cause', () => {
  const [tunnelApi] = resourcesOf(serviceTemplate, 'AWS::ApiGateway::RestApi')
    .filter(([, { Properties }]) => Properties.Name === 'aid-prod-tunnels')
    .map(([id]) => id);
  const [ingress] = resourcesOf(serviceTemplate, 'AWS::Lambda::Function')
    .filter(([, { Properties }]) => Properties.FunctionName === 'aid-prod-worker-tunnel-ingress')
    .map(([id]) => id);

  test('A tunnelled server that breaks off its responses causes no alarm: none counts 5xx of their API or errors of their ingress', () => {
    expect(tunnelApi).toBeDefined();
    expect(ingress).toBeDefined();
    for (const { id, properties } of alarms) {
      const text = JSON.stringify(properties);
      expect(text.includes('aid-prod-tunnels'), id).toBe(false);
      expect(text.includes(String(tunnelApi)), id).toBe(false);
      expect(text.includes(String(ingress)), id).toBe(false);
      // Without a dimension it would count the functions of the whole account.
      if (properties.MetricName === 'Errors') expect(properties.Dimensions, id).toHaveLength(1);
    }
  });

  test('The alarm for 5xx responses counts one API by its name, and no other API of the stage has this name', () => {
    const counted = alarms.filter(({ properties }) => properties.MetricName === '5XXError');
    expect(counted.map(({ properties }) => properties.Dimensions)).toEqual([
      [{ Name: 'ApiName', Value: 'aid-prod-api' }],
    ]);
    const names = resourcesOf(serviceTemplate, 'AWS::ApiGateway::RestApi').map(([, { Properties }]) => Properties.Name);
    expect(names.filter((name) => name === 'aid-prod-api')).toHaveLength(1);
  });
});
