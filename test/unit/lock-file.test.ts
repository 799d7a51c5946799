import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  inBundle?: boolean;
  hasInstallScript?: boolean;
  optional?: boolean;
  os?: string[];
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

const { allowScripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  allowScripts: Record<string, boolean>;
};

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('the lock file', () => {
  test('The lock file has all optional packages of all platforms, which npm ci needs', () => {
    const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).filter((name) => packages[`node_modules/${name}`] === undefined),
    );
    expect(missing).toEqual([]);
  });

  test('The lock file names no package host', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  test('The lock file has the hash of every package, those of other platforms included', () => {
    // A bundled package is part of the archive of another one, which has a hash.
    const without = Object.entries(packages).filter(
      ([path, { integrity, inBundle }]) => path !== '' && inBundle !== true && !/^sha512-/.test(integrity ?? ''),
    );
    expect(without.map(([path]) => path)).toEqual([]);
    expect(Object.keys(packages).length).toBeGreaterThan(200);
  });

  test('Every package with an install script is listed, with whether it may run, and no other is', () => {
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(scripted.map(([path]) => nameOf(path)).sort()).toEqual(Object.keys(allowScripts).sort());
  });
});
