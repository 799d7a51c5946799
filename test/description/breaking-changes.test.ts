import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { checkOutLast } from '#testing/release-checkout.ts';
import { mustRun } from '../support/tools/run-command.ts';
import { ACCEPTED, NEW_ERROR_CODES, REWRITTEN } from './support/accepted-changes.ts';
import { type BreakingChange, breakingChanges } from './support/breaking-changes.ts';
import { oasdiff } from './support/description-tools.ts';
import { useWorkspace } from './support/workspace.ts';

// biome-ignore lint/suspicious/noExplicitAny: a description of any release
type Description = any;

const workspace = useWorkspace();
let present: Description;

beforeAll(() => {
  present = JSON.parse(readFileSync(workspace.description, 'utf8'));
});

/** The changes that break a client. Each comparison has a folder of its own. */
async function compare(before: object, after: object): Promise<BreakingChange[]> {
  const folder = join(workspace.folder, `oasdiff-${comparisons++}`);
  mkdirSync(folder);
  return breakingChanges(await oasdiff(), folder, before, after);
}

let comparisons = 0;

test('No change of the description since the last release breaks a client, but for those that are accepted', async () => {
  const program =
    "const { makeDocument } = await import('./shared/contract/openapi/document.ts'); console.log(JSON.stringify(makeDocument()));";
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
  const { stdout } = await mustRun(process.execPath, options, { cwd: await checkOutLast() });
  // An accepted change that is no longer found has to leave the list.
  for (const { before } of REWRITTEN) expect(stdout).toContain(before);
  const released = REWRITTEN.reduce((text, { before, after }) => text.replaceAll(before, after), stdout);
  const [others, codes] = partition(await compare(JSON.parse(released), present), (change) => newCodeOf(change) === '');
  expect(others).toEqual(ACCEPTED.map(({ reason: _, ...change }) => change));
  expect([...new Set(codes.map(newCodeOf))].sort()).toEqual(NEW_ERROR_CODES);
});

/** The error code that a response may have since the last release; empty for any other change. */
function newCodeOf({ id, text }: BreakingChange): string {
  if (id !== 'response-property-enum-value-added') return '';
  return (
    /^added the new `([^`]*)` enum value to the `(?:[^`]*\/)?error\/code` response property /.exec(text)?.[1] ?? ''
  );
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

test.each(REWRITTEN)('The expression $after matches the texts that $before matches', ({ before, after }) => {
  const [old, present] = [before, after].map((one) => new RegExp(`^${one}$`));
  const texts = fc.string({ unit: fc.constantFrom('A', 'z', '0', '9', '+', '/', '_', '-', '=', ' '), maxLength: 70 });
  const valid = fc.nat(70).map((length) => 'Az09+/'.repeat(12).slice(0, length));
  fc.assert(fc.property(fc.oneof(texts, valid), (text) => old?.test(text) === present?.test(text)));
});

test('The description breaks no client of itself', async () => {
  expect(await compare(present, present)).toEqual([]);
});

const MAIL = '/v1/identities/{id}/mail/send';

test.each<[string, string, (description: Description) => void]>([
  ['an operation is removed', 'api-removed-without-deprecation', ({ paths }) => delete paths['/v1/me'].get],
  [
    'a response lacks a property',
    'response-required-property-removed',
    ({ components }) => removeProperty(components.schemas.Webhook, 'enabled'),
  ],
  [
    'a response has a property of another type',
    'response-property-type-changed',
    ({ components }) => {
      components.schemas.Webhook.properties.url = { type: 'integer' };
    },
  ],
  [
    'a request needs another property',
    'new-required-request-property',
    ({ components }) => {
      components.schemas.CreateWebhook.properties.name = { type: 'string' };
      components.schemas.CreateWebhook.required.push('name');
    },
  ],
  [
    'a request needs another parameter',
    'new-required-request-parameter',
    ({ paths }) => {
      const parameter = { in: 'query', name: 'folder', required: true, schema: { type: 'string' } };
      paths[MAIL].post.parameters = [...(paths[MAIL].post.parameters ?? []), parameter];
    },
  ],
  [
    'a response has a value that clients do not know',
    'response-property-enum-value-added',
    ({ components }) => components.schemas.DeliveryStatus.enum.push('lost'),
  ],
  [
    'a delivery lacks a property',
    'new-required-request-property',
    ({ components }) => removeProperty(components.schemas.WebhookBase, 'created_at'),
  ],
  [
    'a delivery lacks a header',
    'new-required-request-parameter',
    ({ webhooks }) => {
      const { post } = webhooks.event;
      post.parameters = post.parameters.filter(({ name }: { name: string }) => name !== 'x-aid-signature');
    },
  ],
])('It is found if %s', async (_, id, change) => {
  const changed = structuredClone(present);
  change(changed);
  expect((await compare(present, changed)).map((found) => found.id)).toContain(id);
});

test('A response, a request and a delivery may have more than before', async () => {
  const changed = structuredClone(present);
  for (const name of ['Webhook', 'CreateWebhook', 'WebhookBase']) {
    changed.components.schemas[name].properties.more = { type: 'string' };
  }
  changed.webhooks.event.post.parameters.push({
    in: 'header',
    name: 'x-more',
    required: true,
    schema: { type: 'string' },
  });
  expect(await compare(present, changed)).toEqual([]);
});

function removeProperty(schema: Description, name: string): void {
  delete schema.properties[name];
  schema.required = schema.required.filter((one: string) => one !== name);
}
