import type { GeneratedFiles } from '../emitter.ts';
import type { Model } from '../model/model.ts';
import { emitMethods } from './emit-methods.ts';
import { emitResources } from './emit-resources.ts';
import { emitTypes } from './emit-types.ts';

const NOTE = '// Generated from the description of the service by `npm run clients`.\n';

/** The generated files of the TypeScript SDK: types, the interfaces of its resources, and the table of its methods. */
export function emitTypescript(model: Model): GeneratedFiles {
  return {
    'typescript/src/generated/types.ts': `${NOTE}\n${emitTypes(model)}`,
    'typescript/src/generated/resources.ts': `${NOTE}\n${emitResources(model)}`,
    'typescript/src/generated/version.ts': `${NOTE}\nexport const VERSION = '${model.version}';\n`,
    'typescript/src/generated/methods.ts': `${NOTE}\n${emitMethods(model)}`,
  };
}
