import {
  exceptionOf,
  RUNTIME_KINDS,
  RUNTIMES,
  type RuntimeKind,
  scenariosOf,
} from '#testing/scripted-service/runtimes.ts';
import { allScenarios, scenarioFiles, type TopicScenario } from '#testing/scripted-service/scenario-files.ts';
import { type Tier, tierOf } from '#testing/test-tiers.ts';
import { readTestTimes } from '#testing/test-times.ts';

const KINDS = Object.keys(RUNTIME_KINDS) as RuntimeKind[];

const RUNS: Readonly<Record<Tier, string>> = {
  quick: 'with `npm test`',
  merge: 'before a merge',
  release: 'before a release',
};

/** The table of the runtimes: how many scenarios each runs, when, by which test, and where it comes from. */
export function runtimesTable(): string {
  const times = readTestTimes();
  const rows = RUNTIMES.map(({ name, kinds, test, source }) => {
    const counts = kinds.map((kind) => scenariosOf(kind).length).join(' and ');
    return `| ${name} | ${counts} | ${RUNS[tierOf(test, times)]} | ${source} | \`${test}\` |`;
  });
  return `| Runtime | Scenarios | Run | Comes from | Test |
| --- | --- | --- | --- | --- |
${rows.join('\n')}`;
}

/** The table of each topic: every scenario, which kinds of runtimes run it, and why the others do not. */
export function scenariosTables(): string {
  const titles = KINDS.map((kind) => RUNTIME_KINDS[kind].title);
  const head = `| Scenario | ${titles.join(' | ')} | Why not |\n|${' --- |'.repeat(KINDS.length + 2)}`;
  const topics = [...scenarioFiles()].map(([topic, file]) => {
    const rows = allScenarios().filter((scenario) => scenario.topic === topic);
    return `### ${topic}\n\n${(file as { about: string }).about}\n\n${head}\n${rows.map(rowOf).join('\n')}`;
  });
  return topics.join('\n\n');
}

function rowOf(scenario: TopicScenario): string {
  const exceptions = KINDS.map((kind) => exceptionOf(scenario, kind));
  const cells = exceptions.map((reason) => (reason === undefined ? 'yes' : '–'));
  const reasons = new Set(exceptions.filter((reason) => reason !== undefined));
  return `| ${[scenario.name, ...cells, [...reasons].join(' ')].join(' | ').replace(/ $/, '')} |`;
}
