import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAssembly } from '../../../local/assembly/build-assembly.ts';
import { run } from '../../../local/run.ts';

/** Runs a stack as `npm start` does, but for the workers behind queues: no queue invokes a function. */
await run({
  build: async (outdir, stage) => {
    await buildAssembly(outdir, stage);
    const templates = readdirSync(outdir).filter((name) => name.endsWith('.template.json'));
    for (const name of templates) disableQueueMappings(join(outdir, name));
  },
});

interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
}

function disableQueueMappings(file: string): void {
  const template = JSON.parse(readFileSync(file, 'utf8')) as { Resources: Record<string, Resource> };
  for (const { Type, Properties } of Object.values(template.Resources)) {
    // Only the mapping of a stream starts at a position.
    const isOfQueue = Type === 'AWS::Lambda::EventSourceMapping' && Properties?.StartingPosition === undefined;
    if (isOfQueue && Properties !== undefined) Properties.Enabled = false;
  }
  writeFileSync(file, JSON.stringify(template));
}
