import { emitCli } from './cli/emit.ts';
import type { Emitter, GeneratedFiles } from './emitter.ts';
import { emitGo } from './go/emit.ts';
import type { Model } from './model/model.ts';
import { emitPython } from './python/emit.ts';
import { emitTypescript } from './typescript/emit.ts';

/** Those of languages that install a checkout without Node. Their files are in the repository. */
const COMMITTED: readonly Emitter[] = [emitPython, emitGo];

/** Those of programs for Node. Commands write their files when they are needed. See: scripts/generated-sources.mjs. */
const BUILT: readonly Emitter[] = [emitTypescript, emitCli];

const emit = (emitters: readonly Emitter[], model: Model): GeneratedFiles =>
  Object.assign({}, ...emitters.map((one) => one(model)));

/** The generated files that are in the repository. */
export function committedFiles(model: Model): GeneratedFiles {
  return emit(COMMITTED, model);
}

/** The generated files that are not in the repository. */
export function builtFiles(model: Model): GeneratedFiles {
  return emit(BUILT, model);
}
