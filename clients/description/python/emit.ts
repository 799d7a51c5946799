import type { GeneratedFiles } from '../emitter.ts';
import type { Method, Model, Resource } from '../model/model.ts';
import { sensitiveField } from '../model/sensitive-field.ts';
import { NOTE } from './python-names.ts';
import { PythonTypes } from './python-types.ts';
import { resourcesModule, rootModule } from './resources-module.ts';
import { typesModule } from './types-module.ts';

const PACKAGE = 'python/src/aid_stack';

/**
 * The Python client: types and thin asynchronous methods. `derive_sync.py` in its folder makes the synchronous form of
 * all asynchronous modules.
 */
export function emitPython(model: Model): GeneratedFiles {
  const methods = methodsBelow(model.client);
  const types = new PythonTypes(model.types, sensitiveFields(methods));
  return {
    [`${PACKAGE}/_version.py`]: versionModule(model),
    [`${PACKAGE}/types.py`]: typesModule(model, types, methods),
    [`${PACKAGE}/_async/resources.py`]: resourcesModule(model, types),
    [`${PACKAGE}/_async/root.py`]: rootModule(model, types),
  };
}

function versionModule({ version }: Model): string {
  return `${NOTE}\n"""The version of the package, which is that of the service it was made for."""\n\n__version__ = "${version}"\n`;
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
