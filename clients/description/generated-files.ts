import type { Model } from './model/model.ts';
import { emitTypescript } from './typescript/emit.ts';

/** The text of each generated file by its path from the folder `clients`. */
export type GeneratedFiles = Readonly<Record<string, string>>;

/** Writes the generated files of one language. */
type Emitter = (model: Model) => GeneratedFiles;

/** One for each language. */
const EMITTERS: readonly Emitter[] = [emitTypescript];

/** The generated files of all languages. */
export function generatedFiles(model: Model): GeneratedFiles {
  return Object.assign({}, ...EMITTERS.map((emit) => emit(model)));
}
