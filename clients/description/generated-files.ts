import { emitCli } from './cli/emit.ts';
import type { Emitter, GeneratedFiles } from './emitter.ts';
import { emitGo } from './go/emit.ts';
import type { Model } from './model/model.ts';
import { emitPython } from './python/emit.ts';
import { emitTypescript } from './typescript/emit.ts';

/** One for each language, and one for the command line. */
const EMITTERS: readonly Emitter[] = [emitTypescript, emitPython, emitGo, emitCli];

/** The generated files of all languages. */
export function generatedFiles(model: Model): GeneratedFiles {
  return Object.assign({}, ...EMITTERS.map((emit) => emit(model)));
}
