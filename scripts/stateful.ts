import { readCommandLine } from '#testing/command-line.ts';
import { findLosses } from './stateful/find-losses.ts';
import { readRecord, recordOf, writeRecord } from './stateful/record.ts';

/**
 * Records the stateful resources of a stage in `lib/stateful-resources.json`: `npm run stateful`. It refuses a record
 * that gives a resource up, unless `--accept-losses` says that this is intended.
 *
 * See: docs/deployment.md#what-a-change-may-not-replace.
 */
const { values } = readCommandLine({
  name: 'stateful',
  usage: `npm run stateful -- [--accept-losses]

Records the stateful resources of a stage in lib/stateful-resources.json.

  --accept-losses   records them also if the change gives one up, with what is in it`,
  options: { 'accept-losses': { type: 'boolean', default: false } },
});

// Loaded once the arguments are right: the CDK takes a second.
const { stageTemplates } = await import('./stateful/stage-templates.ts');
const recorded = readRecord();
const next = recordOf(stageTemplates());
const losses = Object.entries(recorded).flatMap(([stack, resources]) => findLosses(resources, next[stack] ?? {}));
for (const loss of losses) console.error(loss);
if (losses.length > 0 && !values['accept-losses']) {
  console.error('stateful: nothing was recorded; --accept-losses records it');
  process.exitCode = 1;
} else {
  writeRecord(next);
}
