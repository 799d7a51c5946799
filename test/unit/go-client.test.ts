import { expect, test } from 'vitest';
import { emitGo } from '#clients/description/go/emit.ts';
import { exported, unexported } from '#clients/description/go/names.ts';
import type { Resource } from '#clients/description/model/model.ts';
import { readModel } from '#clients/description/model/read-model.ts';
import { DOCUMENT } from '#testing/described-api.ts';

const MODEL = readModel(DOCUMENT);
const FILES = emitGo(MODEL);

/** The generated file with a name. */
function fileNamed(name: string): string {
  return FILES[`go/generated_${name}.go`] ?? '';
}

test('Names are those of Go, with initialisms in capitals', () => {
  expect(['identity_id', 'apiKeys', 'A2aRule', 'connect_url', 'a2a.task.created', 'ids'].map(exported)).toEqual([
    'IdentityID',
    'APIKeys',
    'A2ARule',
    'ConnectURL',
    'A2ATaskCreated',
    'IDs',
  ]);
  expect(['message id', 'a2aRule', 'url'].map(unexported)).toEqual(['messageID', 'a2aRule', 'url']);
});

test('Every method of the model is a method in Go, and every list has its pages as well', () => {
  const missing = (resource: Resource): string[] => [
    ...resource.methods.flatMap(({ name, page }) => {
      const service = resource.path.length === 0 ? 'Client' : `${resource.path.map(exported).join('')}Service`;
      const names = [exported(name), ...(page === undefined ? [] : [`${exported(name)}Page`])];
      return names
        .map((method) => `func (s *${service}) ${method}(ctx context.Context, `)
        .filter((start) => !fileNamed('methods').includes(start));
    }),
    ...resource.resources.flatMap(missing),
  ];
  expect(missing(MODEL.client)).toEqual([]);
});

test('A secret of a reply has the type that prints as redacted', () => {
  const types = fileNamed('types');
  for (const field of ['AdminAPIKey', 'Key', 'Token', 'LeaseToken', 'InboundSecret', 'ConnectURL']) {
    expect(types).toContain(`\t${field} SecretString \`json:`);
  }
  expect(types).toContain('\tValue SecretValue `json:"value"`');
});

test('Every type of event has a payload of its own, and so has every delivery', () => {
  const events = fileNamed('events');
  for (const type of MODEL.types) {
    if (type.kind !== 'union') continue;
    for (const value of type.variants.flatMap(({ values }) => values)) expect(events).toContain(JSON.stringify(value));
  }
});
