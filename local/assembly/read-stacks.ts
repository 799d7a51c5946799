import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StackTemplate, Template } from './template.ts';

interface Manifest {
  readonly artifacts?: Readonly<Record<string, Artifact>>;
}

interface Artifact {
  readonly type: string;
  readonly properties?: { readonly templateFile?: string; readonly stackName?: string; readonly file?: string };
  readonly dependencies?: readonly string[];
}

interface AssetManifest {
  readonly files?: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path?: string };
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>;
      }
    >
  >;
}

/** Reads every stack of a synthesized assembly, with its asset folders. */
export function readStacks(dir: string): readonly StackTemplate[] {
  const { artifacts = {} } = readJson<Manifest>(join(dir, 'manifest.json'));
  const stacks: StackTemplate[] = [];
  for (const [id, artifact] of Object.entries(artifacts)) {
    const { templateFile, stackName } = artifact.properties ?? {};
    if (artifact.type !== 'aws:cloudformation:stack' || templateFile === undefined) continue;
    const template = readJson<Template>(join(dir, templateFile));
    stacks.push({ name: stackName ?? id, template, assets: assetsOf(dir, artifact, artifacts) });
  }
  return stacks;
}

function assetsOf(dir: string, stack: Artifact, artifacts: Readonly<Record<string, Artifact>>): Map<string, string> {
  const assets = new Map<string, string>();
  for (const dependency of stack.dependencies ?? []) {
    const file = artifacts[dependency]?.properties?.file;
    if (artifacts[dependency]?.type !== 'cdk:asset-manifest' || file === undefined) continue;
    for (const { source, destinations } of Object.values(readJson<AssetManifest>(join(dir, file)).files ?? {})) {
      if (source.path === undefined) continue;
      for (const { objectKey } of Object.values(destinations)) assets.set(objectKey, join(dir, source.path));
    }
  }
  return assets;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}
