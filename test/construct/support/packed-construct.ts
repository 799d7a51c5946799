import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFolderLock } from '#testing/folder-lock.ts';
import { mustRun, type Outcome, runCommand } from '../../support/tools/run-command.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** What a project has from the registry besides the package. Here it is what the repository has, for its versions. */
const FROM_REGISTRY = ['aws-cdk-lib', 'constructs', 'aws-cdk', 'typescript', 'source-map-support'];

/** An empty CDK app in a folder outside the repository, with the package of the construct installed. */
export class ConstructProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'aid-construct-'));

  static async create(): Promise<ConstructProject> {
    const project = new ConstructProject();
    await project.#install();
    return project;
  }

  async #install(): Promise<void> {
    const modules = join(this.folder, 'node_modules');
    const installed = join(modules, 'aid-stack-cdk');
    mkdirSync(installed, { recursive: true });
    for (const name of FROM_REGISTRY) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
    writeFileSync(join(this.folder, 'package.json'), JSON.stringify({ name: 'infrastructure', private: true }));
    const pack = ['pack', '--json', '--silent', '--pack-destination', this.folder];
    const cwd = join(ROOT, 'construct');
    // Each packing builds the package anew, in one folder, and another file packs at the same time.
    const { stdout } = await withFolderLock(join(ROOT, '.build', 'packed-construct'), () =>
      mustRun('npm', pack, { cwd }),
    );
    const tarball = join(this.folder, JSON.parse(stdout)[0].filename);
    await mustRun('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  }

  /** Writes a file of the project. Returns its path. */
  write(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** Runs a program of the project with Node. */
  run(program: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    return runCommand(process.execPath, [program], { cwd: this.folder, env: { CDK_VALIDATION: 'false', ...env } });
  }

  /** The templates that a synthesis of the project wrote into a folder, by the names of their stacks. */
  templates(outdir: string): Record<string, Template> {
    return templatesOf(join(this.folder, outdir));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: templates have as many shapes as there are resources
export type Template = { Resources: Record<string, { Type: string; Properties?: any }>; Outputs?: object };

/** The templates of an assembly and of those in it, by the names of their stacks. */
function templatesOf(outdir: string): Record<string, Template> {
  const { artifacts } = JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8'));
  const templates: Record<string, Template> = {};
  for (const [id, { type, properties }] of Object.entries<Artifact>(artifacts)) {
    if (type === 'cdk:cloud-assembly') Object.assign(templates, templatesOf(join(outdir, properties.directoryName)));
    if (type !== 'aws:cloudformation:stack') continue;
    const text = readFileSync(join(outdir, properties.templateFile), 'utf8');
    templates[properties.stackName ?? id] = JSON.parse(text);
  }
  return templates;
}

interface Artifact {
  readonly type: string;
  readonly properties: { readonly directoryName: string; readonly templateFile: string; readonly stackName?: string };
}

/** The templates of `npm run synth` with these variables. */
export async function ownTemplates(variables: Readonly<Record<string, string>>): Promise<Record<string, Template>> {
  const outdir = mkdtempSync(join(tmpdir(), 'aid-construct-own-'));
  try {
    const env = { ...variables, CDK_OUTDIR: outdir, CDK_VALIDATION: 'false' };
    await mustRun(process.execPath, [join(ROOT, 'bin', 'app.ts')], { cwd: ROOT, env });
    return templatesOf(outdir);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
