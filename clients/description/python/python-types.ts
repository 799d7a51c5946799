import type { ObjectType, Type, TypeExpression, UnionType } from '../model/model.ts';
import { docstring, isReserved, snakeCase } from './python-names.ts';

/** Fields and properties that the client adds to records, by record. */
const LOCAL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  EventBase: [
    '    message: FullMessage | None = Field(default=None, exclude=True, repr=False)',
    '    """The whole message of a mail event, if `follow` was called with `expand="message"`."""',
  ],
  Tunnel: [
    '',
    '    @property',
    '    def url(self) -> str:',
    '        """The public address without a slash at its end, so that `tunnel.url + "/path"` has one."""',
    '        return self.public_url.rstrip("/")',
  ],
};

/** Writes the types of a model in Python: records of replies as classes, those of requests as dictionaries. */
export class PythonTypes {
  readonly #types: ReadonlyMap<string, Type>;
  /** Fields that hold a secret, as `CreatedApiKey.key`. */
  readonly #sensitive: ReadonlySet<string>;
  /** The values of the discriminator of each variant of a union, and for the unknown ones none. */
  readonly #variants: ReadonlyMap<string, { readonly field: string; readonly values: readonly string[] }>;

  constructor(types: readonly Type[], sensitive: ReadonlySet<string>) {
    this.#types = new Map(types.map((type) => [type.name, type]));
    this.#sensitive = sensitive;
    this.#variants = new Map(
      types.flatMap((type) =>
        type.kind !== 'union'
          ? []
          : [
              ...type.variants.map(({ type: name, values }) => [name, { field: type.discriminator, values }] as const),
              [type.unknown, { field: type.discriminator, values: [] }] as const,
            ],
      ),
    );
  }

  /** The description of the type itself, for a field without a description of its own. */
  textOf(type: TypeExpression): string {
    return type.kind === 'reference' ? this.named(type.name).text : '';
  }

  named(name: string): Type {
    const type = this.#types.get(name);
    if (type === undefined) throw new Error(`the model has no type ${name}`);
    return type;
  }

  /** An expression in a request or reply. */
  expression(type: TypeExpression, place: 'request' | 'reply'): string {
    const inner = (one: TypeExpression) => this.expression(one, place);
    switch (type.kind) {
      case 'string':
        if (type.format === 'date-time') return place === 'reply' ? 'datetime' : 'datetime | str';
        return type.format === 'base64' && place === 'request' ? 'bytes | str' : 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'any':
        return 'Any';
      case 'constant':
        if (typeof type.value === 'boolean') return 'bool';
        return place === 'reply' ? `${literal([type.value])} | str` : literal([type.value]);
      case 'list':
        return place === 'reply' ? `list[${inner(type.of)}]` : `Sequence[${inner(type.of)}]`;
      case 'map':
        return place === 'reply' ? `dict[str, ${inner(type.of)}]` : `Mapping[str, ${inner(type.of)}]`;
      case 'nullable':
        return type.of.kind === 'any' ? 'Any' : `${inner(type.of)} | None`;
      case 'one-of':
        return [...new Set(type.of.flatMap((one) => inner(one).split(' | ')))].join(' | ');
      case 'reference':
        return this.#reference(type.name, place);
    }
  }

  #reference(name: string, place: 'request' | 'reply'): string {
    const type = this.named(name);
    if (type.kind === 'enum') return `${name} | str`;
    if (type.kind === 'alias' && type.usedIn === 'both') return this.expression(type.type, place);
    return type.kind === 'object' && type.usedIn === 'both' && place === 'request' ? `${name}Param` : name;
  }

  /** A class for a record that the service returns. */
  model({ name, text, extends: bases, fields }: ObjectType): string[] {
    const variant = this.#variants.get(name);
    const lines = fields.flatMap((field) => {
      const python = snakeCase(field.name);
      const type =
        variant === undefined
          ? this.#fieldType(name, field)
          : variantFieldType(field.name, variant, () => this.#fieldType(name, field));
      const optional = !field.required;
      const annotation = optional && !/\bNone$|^Any$/.test(type) ? `${type} | None` : type;
      return [
        `    ${python}: ${annotation}${initial(field.name, python, optional)}`,
        ...(field.text === '' ? [] : docstring('    ', [field.text])),
      ];
    });
    const local = LOCAL_FIELDS[name] ?? [];
    const parents = bases.length === 0 ? 'Model' : bases.join(', ');
    return [
      `class ${name}(${parents}):`,
      ...docstring('    ', [text]),
      ...(lines.length === 0 ? [] : ['', ...lines]),
      ...local,
    ];
  }

  #fieldType(owner: string, field: ObjectType['fields'][number]): string {
    const type = this.expression(field.type, 'reply');
    return this.#sensitive.has(`${owner}.${field.name}`) ? `Sensitive[${type}]` : type;
  }

  /** A dictionary for an object of a request. */
  dictionary(type: ObjectType): string[] {
    const name = type.usedIn === 'both' ? `${type.name}Param` : type.name;
    const fields = this.allFields(type);
    if (fields.some((field) => isReserved(field.name))) {
      throw new Error(`${name}: a key that Python reserves needs another form`);
    }
    const lines = fields.flatMap((field) => {
      const python = this.expression(field.type, 'request');
      return [
        `    ${field.name}: ${field.required ? `Required[${python}]` : python}`,
        ...(field.text === '' ? [] : docstring('    ', [field.text])),
      ];
    });
    return [`class ${name}(TypedDict, total=False):`, ...docstring('    ', [type.text]), '', ...lines];
  }

  allFields(type: ObjectType): readonly ObjectType['fields'][number][] {
    const inherited = type.extends.flatMap((base) => {
      const parent = this.named(base);
      return parent.kind === 'object' ? this.allFields(parent) : [];
    });
    return [...inherited, ...type.fields];
  }

  /** A union as a type that picks the class by the discriminator, and that of unknown kinds for others. */
  union({ name, text, discriminator, variants, unknown }: UnionType): string[] {
    const kinds = variants.flatMap(({ type, values }) => values.map((value) => `    "${value}": "${type}",`));
    const constant = `_${snakeCase(name).toUpperCase()}_KINDS`;
    const members = [...variants.map(({ type }) => type), unknown];
    return [
      `${constant} = {`,
      ...kinds,
      '}',
      `${name}: TypeAlias = Annotated[`,
      '    Union[',
      ...members.map((member) => `        Annotated[${member}, Tag("${member}")],`),
      '    ],',
      `    Discriminator(kind_of("${discriminator}", ${constant}, "${unknown}")),`,
      ']',
      ...docstring('', [text, 'Kinds that this version does not know use the last class.']),
    ];
  }
}

export function literal(values: readonly string[]): string {
  return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}

/**
 * The discriminator has the values of its kind. Other fields that differ between kinds can be anything in an unknown
 * kind, of which the discriminator is a text that type checkers tell from the known ones.
 */
function variantFieldType(
  name: string,
  { field, values }: { readonly field: string; readonly values: readonly string[] },
  usual: () => string,
): string {
  if (name === field) return values.length === 0 ? 'UnknownKind' : literal(values);
  return values.length === 0 ? 'Any' : usual();
}

function initial(wire: string, python: string, optional: boolean): string {
  if (wire === python) return optional ? ' = None' : '';
  return optional ? ` = Field(default=None, alias="${wire}")` : ` = Field(alias="${wire}")`;
}
