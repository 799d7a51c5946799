import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readStacks } from '#local/assembly/read-stacks.ts';

const PRELOAD = join(import.meta.dirname, 'function-preload.ts');

/** Lets every function of an assembly load `function-preload.ts` before its own code. */
export function addPreload(assemblyDir: string, proxies: { aws: string; dynamodb: string }): void {
  const preload = join(assemblyDir, 'function-preload.mjs');
  writeFileSync(preload, stripTypeScriptTypes(readFileSync(PRELOAD, 'utf8')));
  const address = `${pathToFileURL(preload).href}?${new URLSearchParams(proxies)}`;
  const folders = new Set<string>();
  for (const { template, assets } of readStacks(assemblyDir)) {
    for (const { Type, Properties } of Object.values(template.Resources ?? {})) {
      const { S3Key } = (Properties?.Code ?? {}) as { S3Key?: unknown };
      const folder = Type === 'AWS::Lambda::Function' ? assets.get(String(S3Key)) : undefined;
      if (folder !== undefined) folders.add(folder);
    }
  }
  if (folders.size === 0) throw new Error(`${assemblyDir} has no function`);
  for (const folder of folders) {
    const bundle = join(folder, 'index.mjs');
    writeFileSync(bundle, `import ${JSON.stringify(address)};\n${readFileSync(bundle, 'utf8')}`);
  }
}
