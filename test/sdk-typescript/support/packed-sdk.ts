import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';
import { withFolderLock } from '#testing/folder-lock.ts';
import { mustRun } from '../../support/tools/run-command.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The package of the TypeScript SDK as its users get it, and projects that use it. */
export class PackedSdk {
  readonly folder = mkdtempSync(join(tmpdir(), 'aid-typescript-'));
  #tarball = '';

  /** The path of the package. */
  get tarball(): string {
    return this.#tarball;
  }

  async pack(): Promise<void> {
    const cwd = join(ROOT, 'clients', 'typescript');
    const pack = ['pack', '--json', '--silent', '--pack-destination', this.folder];
    // Each packing builds the package anew, in one folder, and other files pack at the same time.
    const { stdout } = await withFolderLock(join(ROOT, '.build', 'packed-sdk'), () => mustRun('npm', pack, { cwd }));
    this.#tarball = join(this.folder, JSON.parse(stdout)[0].filename);
  }

  /** Makes a project with nothing but the package. Returns its folder. */
  async emptyProject(name: string, manifest: object = {}): Promise<string> {
    const project = join(this.folder, name.toLowerCase().replaceAll(' ', '-'));
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, ...manifest }));
    await mustRun('npm', ['install', '--silent', '--offline', this.#tarball], { cwd: project });
    return project;
  }

  /** Expects that a program in a project, which a command of a runtime runs, does what it is to do. */
  async expectRuns(project: string, { file, text }: Program, command: readonly string[]): Promise<void> {
    writeFileSync(join(project, file), text);
    const [program = '', ...args] = command;
    const env = { AID_URL: sharedStack().baseUrl, AID_KEY: undefined, DENO_NO_UPDATE_CHECK: '1' };
    const { stdout } = await mustRun(program, [...args, file], { cwd: project, env });
    expect(stdout).toBe(PRINTS);
  }

  /** Expects that a compiler takes the program in strict mode, with these options and members of `package.json`. */
  async expectCompiles(name: string, compiler: string, { options, manifest }: Setup): Promise<void> {
    const project = await this.emptyProject(`types-${name}`, manifest);
    writeFileSync(join(project, 'main.ts'), `${IMPORTS}export async function main() {${BODY}}\n`);
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: false,
      ...options,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
    await mustRun(compiler, ['--project', project]);
  }
}

/** Packs the SDK for the tests of a file. */
export function usePackedSdk(): PackedSdk {
  const sdk = new PackedSdk();
  beforeAll(() => sdk.pack());
  afterAll(() => rmSync(sdk.folder, { recursive: true, force: true }));
  return sdk;
}

interface Program {
  readonly file: string;
  readonly text: string;
}

export interface Setup {
  readonly options: object;
  readonly manifest?: object;
}

/** What a program does after it has imported what `NAMES` says, in statements of any module. */
const BODY = `
const { admin_api_key: key } = await new Aid().organizations.create({ name: 'Acme', slug: 'acme-' + crypto.randomUUID() });
const organization = new Aid({ key });
const handle = 'bot-' + crypto.randomUUID();
const identity = await organization.identities.create({ handle });
await organization.identities.create({ handle }).catch((error) => console.log(error instanceof ConflictError, error.code));
const agentKey = await organization.apiKeys.create({ name: 'worker', identityId: identity.id });
const agent = new Aid({ key: agentKey.key });
console.log((await agent.me()).identity_id === identity.id);
const { data, response } = await agent.mail.send({ to: identity.email_address ?? '', subject: 'Hello', text: 'Hi' }).withResponse();
console.log(response.status, data.status);
const { event } = await agent.events.wait({ type: 'mail.received', since: identity.created_at, timeout_ms: 55_000 });
console.log(event?.type);
const subjects = [];
for await (const message of agent.mail.messages.list({ direction: 'inbound' })) subjects.push(message.subject);
console.log(subjects.join());
const service = new FakeService({ 'mail.send': { id: 'msg_fake' } });
console.log((await new Aid({ key: 'aid_agt_fake', fetch: service.fetch }).mail.send({ to: 'ada@example.com' })).id);
const attached = await attachmentFromFile('package.json');
const drawn = await attachment(new Blob(['drawn'], { type: 'image/png' }), { filename: 'drawing' });
console.log(attached.filename, attached.content_type, attached.content_base64.length > 0, drawn.content_base64);
const { publicKey, privateKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
const der = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
const pem = '-----BEGIN PRIVATE KEY-----\\n' + btoa(String.fromCharCode(...der)) + '\\n-----END PRIVATE KEY-----\\n';
console.log((await publicKeyOf(pem)) === (await publicKeyOf(publicKey)));
await agent.vault.keypair.set({ algorithm: 'ed25519', public_key: await publicKeyOf(pem) });
const secret = await agent.vault.secrets.create({ name: 'a secret', value: 'correct horse' });
for (const key of [pem, privateKey]) await agent.vault.use(secret.id, (value) => console.log(value), { privateKey: key });
console.log(String(agent).includes(agentKey.key), JSON.stringify(agent).includes('[redacted]'));
`;

const PRINTS = `true identity.handle_taken
true
202 queued
mail.received
Hello
msg_fake
package.json application/json true ZHJhd24=
true
correct horse
correct horse
false true
`;

const NAMES = 'Aid, attachment, attachmentFromFile, ConflictError, publicKeyOf';
const IMPORTS = `import { ${NAMES} } from 'aid-stack';\nimport { FakeService } from 'aid-stack/testing';\n`;
const REQUIRES = `const { ${NAMES} } = require('aid-stack');\nconst { FakeService } = require('aid-stack/testing');\n`;

/** The program as a module that imports, and as one that requires. */
export const ESM = `${IMPORTS}${BODY}`;
export const CJS = `${REQUIRES}void (async () => {${BODY}})();\n`;
