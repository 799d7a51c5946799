import { seenValue } from '../safe-reading/seen-value.ts';
import { type Artifact, jsonBytes, type MessageExtras, type Part } from './content.ts';

/**
 * The member of `metadata` that has the texts of the object around it as they were sent, where characters that no
 * person sees were taken out of them. Absent where the response has no room for it. A sender cannot set it.
 *
 * See: docs/safe-reading.md#characters.
 */
const ORIGINAL = 'aid.original';

/** The bytes of `"metadata":{"aid.original":},` */
const MEMBER_BYTES = 30;
/** For responses without originals. */
export const NO_ROOM = () => 0;

type Metadata = Record<string, unknown>;

/** What a part or an artifact may be without. One in which a person sees nothing is left out: none may be empty. */
const NAMES: ReadonlySet<string> = new Set(['filename', 'name', 'description']);

/**
 * Shows what agents send each other as a person sees it: without invisible characters in texts, names and metadata.
 * What programs compare or decode stays as it is: ids, URLs, `data` and `raw`.
 */
export class ReadableContent {
  #left: number | undefined;
  readonly #room: () => number;

  /** `room`: the bytes of JSON that a response has for originals. Called if there are any. */
  constructor(room: () => number) {
    this.#room = room;
  }

  parts(parts: readonly Part[]): Part[] {
    return parts.map((part) => this.#readable(part, ['text', 'filename']));
  }

  artifacts(artifacts: readonly Artifact[]): Artifact[] {
    return artifacts.map((artifact) => {
      const parts = this.parts(artifact.parts);
      return this.#readable({ ...artifact, parts }, ['name', 'description']);
    });
  }

  extras(extras: MessageExtras | null): MessageExtras | null {
    return extras && this.#readable(extras, []);
  }

  /** The result of a task, of which only a text is for a reader, and the metadata. */
  outcome<C extends { result: unknown; metadata: Metadata }>(content: C): C {
    return this.#readable(content, typeof content.result === 'string' ? ['result'] : []);
  }

  #readable<T extends { metadata?: Metadata }>(object: T, texts: readonly string[]): T {
    const before = new Map<string, unknown>(Object.entries(object));
    const changed = texts.filter((name) => seenValue(before.get(name)) !== before.get(name));
    const { [ORIGINAL]: forged, ...metadata } = object.metadata ?? {};
    const seen = seenValue(metadata);
    const isMetadataChanged = forged !== undefined || seen !== metadata;
    if (changed.length === 0 && !isMetadataChanged) return object;
    const names = isMetadataChanged ? [...changed, 'metadata'] : changed;
    const original = Object.fromEntries(names.map((name) => [name, before.get(name)]));
    const isShown = this.#fits(original);
    const shown = changed.map((name): [string, unknown] => [name, seenValue(before.get(name))]);
    return {
      ...object,
      ...Object.fromEntries(shown.map(([name, value]) => [name, value === '' && NAMES.has(name) ? undefined : value])),
      ...((isShown || object.metadata !== undefined) && {
        metadata: { ...seen, ...(isShown && { [ORIGINAL]: original }) },
      }),
    };
  }

  #fits(original: object): boolean {
    this.#left ??= this.#room();
    const bytes = jsonBytes(original) + MEMBER_BYTES;
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}
