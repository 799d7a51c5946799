import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { type AgentCard, generateAgentCardSignature } from '@a2a-js/sdk';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { changedLeaves } from '#test/support/changed-leaves.ts';
import { FakeServer } from '#test/support/provider-fakes/fake-server.ts';
import { freshName, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { installPython } from '../support/tools/install.ts';
import { mustRun } from '../support/tools/run-command.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SKILL = { id: 'find', name: 'Finden', description: 'Sucht “überall” 🔎.', tags: ['belege'], examples: ['4711?'] };
const NAME = 'Prüfer für Belege';

let python: string;
beforeAll(async () => {
  const programs = join(import.meta.dirname, 'card-programs');
  python = join(await installPython('agent-cards-python', programs), 'python');
});

/** The programs of docs/a2a.md: the official libraries, which know the address of the issuer and those of cards. */
const VERIFIERS: Readonly<Record<string, () => readonly [command: string, program: string]>> = {
  JavaScript: () => [process.execPath, 'examples/verify-card.mjs'],
  Python: () => [python, 'examples/verify_card.py'],
};

type Card = Record<string, unknown> & { readonly signatures: readonly { protected: string; signature: string }[] };

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The address of the card of a new public agent, and the card. Its texts are not in ASCII. */
async function publicCard(): Promise<{ address: string; card: Card }> {
  const organization = await makeOrganization();
  const names = { handle: freshName('checker'), display_name: NAME };
  const { id } = await organization.api.ok('createIdentity', { body: names });
  const body = { publicly_discoverable: true, description: 'שלום 你好', skills: [SKILL] };
  await organization.api.ok('putA2aSettings', { params: { id }, body });
  const address = `${sharedStack().baseUrl}/v1/identities/${id}/a2a/agent-card.json`;
  return { address, card: (await (await fetch(address)).json()) as Card };
}

/** Cards that the service did not make, by what is wrong with them. */
async function forgeriesOf(card: Card): Promise<Record<string, object>> {
  const { signatures, ...unsigned } = card;
  const [genuine = { protected: '', signature: '' }] = signatures;
  const header = JSON.parse(Buffer.from(genuine.protected, 'base64url').toString()) as { kid: string; jku: string };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const resigned = async (jku: string) => {
    const given = unsigned as unknown as AgentCard;
    const { signatures: made } = await generateAgentCardSignature(privateKey, { ...header, alg: 'RS256', jku })(given);
    return { ...unsigned, signatures: made.map(({ protected: head, signature }) => ({ protected: head, signature })) };
  };
  const { name, description, version, provider, supportedInterfaces, capabilities, skills } = card;
  const read = { name, description, version, provider, supportedInterfaces, capabilities, skills };
  return {
    ...Object.fromEntries([...changedLeaves(read)].map(({ where, changed }) => [where, { ...card, ...changed }])),
    'without signatures': unsigned,
    'without its scheme': { ...card, securitySchemes: {} },
    'alg none': { ...card, signatures: [{ protected: encode({ ...header, alg: 'none' }), signature: '' }] },
    HS256: { ...card, signatures: [{ ...genuine, protected: encode({ ...header, alg: 'HS256' }) }] },
    'another key under the same id': await resigned(header.jku),
    'another key at an address of its own': await resigned('https://elsewhere.example/jwks.json'),
    'the signature of another card': { ...card, signatures: (await publicCard()).card.signatures },
  };
}

test.each(Object.entries(VERIFIERS))(
  'The official library for %s accepts the cards of a stack, and no others',
  async (_language, program) => {
    const { address, card } = await publicCard();
    const forgeries = await forgeriesOf(card);
    const titles = Object.keys(forgeries);
    expect(titles.length).toBeGreaterThan(30);
    const elsewhere = await FakeServer.start(({ path }) => {
      const title = titles[Number(path.slice(1))];
      return { status: 200, body: title === undefined ? card : (forgeries[title] ?? {}) };
    });
    onTestFinished(() => elsewhere.close());
    // A copy of a genuine card is accepted wherever it is from: a signature is about the card.
    const copy = `${elsewhere.url}/copy`;
    const forged = titles.map((_, index) => `${elsewhere.url}/${index}`);
    const [command, file] = program();
    const env = { ISSUER: sharedStack().baseUrl };
    const { stdout } = await mustRun(command, [file, address, copy, ...forged, address], { cwd: ROOT, env });
    const lines = stdout.trim().split('\n');
    const accepted = `accepted: ${NAME}`;
    expect([lines.shift(), lines.shift(), lines.pop()]).toEqual([accepted, accepted, accepted]);
    expect(lines.filter((line) => line.startsWith('refused: '))).toHaveLength(titles.length);
  },
);
