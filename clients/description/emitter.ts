import type { Model } from './model/model.ts';

/** The text of each generated file by its path from the folder `clients`. */
export type GeneratedFiles = Readonly<Record<string, string>>;

/** Writes the generated files of one language. */
export type Emitter = (model: Model) => GeneratedFiles;
