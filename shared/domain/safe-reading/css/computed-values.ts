import { HAS_VARIABLE, MAX_CUSTOM_PROPERTIES, replaceVariables } from './custom-properties.ts';
import { acceptedOf, type Declarations, type Declared, NOT_UNDERSTOOD, READABLE } from './declarations.ts';
import { treatmentOf } from './property-table.ts';

/** Inherited properties, of which `inherit` changes nothing. See: CSS 2.2, appendix F. */
const INHERITED: ReadonlySet<string> = new Set(
  `color fill font-family font-size letter-spacing line-height text-fill-color text-indent visibility white-space
   word-spacing`.split(/\s+/),
);
/** Properties of which the value around the element is what is seen anyway, or changes no text. */
const HARMLESS_INHERITED: ReadonlySet<string> = new Set(['background-color', 'background-image', 'width', 'max-width']);

/** The values of an element's properties, with variables replaced and shorthands split. */
export class ComputedValues {
  readonly #values = new Map<string, string>();
  /** Whether there is a declaration that is not understood. */
  isDoubtful = false;
  readonly variables: ReadonlyMap<string, string>;

  /** `isQuirky`: see `validityOf`. `registered`: custom properties with values that are not known. */
  constructor(
    declarations: Declarations,
    around: ReadonlyMap<string, string>,
    { isQuirky, registered }: { readonly isQuirky: boolean; readonly registered: ReadonlySet<string> },
  ) {
    this.variables = variablesOf(declarations, around, registered);
    const important = new Set<string>();
    const set = (name: string, value: string | undefined, { isImportant }: Declared) => {
      if (important.has(name) && !isImportant) return;
      if (isImportant) important.add(name);
      if (value === undefined) this.#values.delete(name);
      else this.#values.set(name, value);
    };
    for (const [name, declared] of declarations) {
      if (name.startsWith('--')) continue;
      if (!HAS_VARIABLE.test(declared.value)) set(name, declared.value, declared);
      else {
        const value = replaceVariables(declared.value, this.variables).trim().toLowerCase();
        const accepted = HAS_VARIABLE.test(value)
          ? [[NOT_UNDERSTOOD, name] as const]
          : acceptedOf(name, value, isQuirky);
        // A value that turns out to be wrong leaves the property without one.
        if (accepted.length === 0) set(name, undefined, declared);
        for (const [one, part] of accepted) set(one, part, declared);
      }
    }
    for (const [name, value] of this.#values) this.#check(name, value);
  }

  /** The value of a property; `undefined` if it is as without a declaration. */
  get(property: string): string | undefined {
    return this.#values.get(property);
  }

  #check(name: string, value: string): void {
    if (value === READABLE) return;
    if (name === NOT_UNDERSTOOD || treatmentOf(name) !== 'evaluated') this.isDoubtful = true;
    else if (value === 'inherit') {
      if (!INHERITED.has(name) && !HARMLESS_INHERITED.has(name)) this.isDoubtful = true;
      this.#values.delete(name);
    } else if (value === 'unset' || value.startsWith('revert')) this.#values.delete(name);
  }
}

function variablesOf(
  declarations: Declarations,
  around: ReadonlyMap<string, string>,
  registered: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const own = [...declarations].filter(([name]) => name.startsWith('--')).slice(0, MAX_CUSTOM_PROPERTIES);
  if (own.length === 0 && registered.size === 0) return around;
  return new Map([
    ...[...around].slice(0, MAX_CUSTOM_PROPERTIES),
    ...own.map(([name, { value }]) => [name, value] as const),
    // What a registered property is depends on its syntax.
    ...[...registered].slice(0, MAX_CUSTOM_PROPERTIES).map((name) => [name, 'registered()'] as const),
  ]);
}
