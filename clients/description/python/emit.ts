import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedFiles } from '../emitter.ts';
import type { Method, Model, Resource } from '../model/model.ts';
import { sensitiveField } from '../model/sensitive-field.ts';
import { NOTE } from './python-names.ts';
import { PythonTypes } from './python-types.ts';
import { resourcesModule, rootModule } from './resources-module.ts';
import { toSync } from './to-sync.ts';
import { typesModule } from './types-module.ts';

const PACKAGE = 'python/src/aid_stack';

/** The Python client: types, thin asynchronous methods, and the synchronous form of all asynchronous modules. */
export function emitPython(model: Model): GeneratedFiles {
  const methods = methodsBelow(model.client);
  const types = new PythonTypes(model.types, sensitiveFields(methods));
  const asynchronous = {
    ...handWritten(),
    'resources.py': resourcesModule(model, types),
    'root.py': rootModule(model, types),
  };
  return {
    [`${PACKAGE}/_version.py`]: versionModule(model),
    [`${PACKAGE}/types.py`]: typesModule(model, types, methods),
    [`${PACKAGE}/_async/resources.py`]: asynchronous['resources.py'],
    [`${PACKAGE}/_async/root.py`]: asynchronous['root.py'],
    ...Object.fromEntries(
      Object.entries(asynchronous).map(([name, source]) => [`${PACKAGE}/_sync/${name}`, toSync(source)]),
    ),
  };
}

/** The modules of the asynchronous client that are not generated. */
function handWritten(): Record<string, string> {
  const folder = join(import.meta.dirname, '..', '..', PACKAGE, '_async');
  const names = readdirSync(folder).filter((name) => name.endsWith('.py'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

function versionModule({ version }: Model): string {
  return `${NOTE}\n"""The version of the package: that of the service that it was made for."""\n\n__version__ = "${version}"\n`;
}

const methodsBelow = (resource: Resource): Method[] => [
  ...resource.methods,
  ...resource.resources.flatMap(methodsBelow),
];

/** The fields of replies that print as redacted. */
function sensitiveFields(methods: readonly Method[]): ReadonlySet<string> {
  const fields = methods.flatMap((method) => {
    const field = sensitiveField(method);
    return field === undefined || method.reply?.kind !== 'reference' ? [] : [`${method.reply.name}.${field}`];
  });
  return new Set(fields);
}
