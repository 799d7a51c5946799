import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { ConfigError } from '#lib/config-error.ts';
import { unknownVariable } from '#lib/unknown-variable.ts';
import { LOCAL_VARIABLES } from '#local/settings.ts';
import { repositoryFiles } from '#scripts/checks/repository-files.ts';
import { stageNameIn } from '#scripts/stage/stage-name.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (environment: Record<string, string> = {}) =>
  readConfig({ AID_MAIL_DOMAIN: 'agents.example.com', ...environment });

test.each([
  [{ AID_MAIL_DOMIAN: 'agents.example.com' }, 'AID_MAIL_DOMIAN: not a setting; did you mean AID_MAIL_DOMAIN?'],
  [{ AID_STGAE: 'prod' }, 'AID_STGAE: not a setting; did you mean AID_STAGE?'],
  [{ AID_INBOUND_TOPIC: 'x' }, 'AID_INBOUND_TOPIC: not a setting; did you mean AID_INBOUND_TOPICS?'],
  [{ AID_EMAIL: 'a@example.com' }, 'AID_EMAIL: not a setting; did you mean AID_ALARM_EMAIL?'],
  [{ AID_PROT: '8080' }, 'AID_PROT: not a setting; did you mean AID_PORT?'],
  [{ AID_limits: '{}' }, 'AID_limits: not a setting; did you mean AID_LIMITS?'],
  [{ AID_QUANTUM_FLUX: '1' }, 'AID_QUANTUM_FLUX: not a setting; docs/settings.md lists them'],
])(
  'The variable %j is refused with the nearest setting, on AWS, on one machine, and by the commands of operators',
  (wrong, line) => {
    expect(() => read(wrong)).toThrow(new ConfigError(line));
    expect(() => readConfig({ AID_PROFILE: 'local', ...wrong })).toThrow(new ConfigError(line));
    expect(() => stageNameIn({ AID_STAGE: 'prod', ...wrong })).toThrow(new ConfigError(line));
  },
);

test('The variables of clients, of npm start and of the tests are no settings of a stage, and none is refused', () => {
  const others = {
    AID_KEY: 'aid_key',
    AID_URL: 'https://x.example',
    AID_PORT: '8080',
    AID_SEED: '7',
    AID_TEST_SIZE: 'full',
  };
  expect(read(others)).toEqual(read());
  expect(stageNameIn({ ...others, AID_STAGE: 'prod' })).toBe('prod');
  expect(stageNameIn({ PATH: '/bin', AID_STAGE: '' })).toBe('dev');
  expect(read({ AID_MAIL_DOMIAN: '' })).toEqual(read());
});

test('Every variable of npm start is known, and every one that the pages and the clients name', () => {
  for (const name of Object.keys(LOCAL_VARIABLES)) expect(unknownVariable({ [name]: '1' }), name).toBeUndefined();
  const files = repositoryFiles(
    /^(?:README\.md|docs\/.*\.md|clients\/(?!description).*\.(?:md|ts|py|go)|examples\/.*)$/,
  );
  const named = files.flatMap(
    (path) => readFileSync(join(ROOT, path), 'utf8').match(/\bAID_[A-Z][A-Z_]*[A-Z]\b/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(100);
  const unknown = [...new Set(named)].filter((name) => unknownVariable({ [name]: '1' }) !== undefined);
  expect(unknown).toEqual([]);
});
