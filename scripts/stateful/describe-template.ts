import { type Properties, STATEFUL_TYPES, type StatefulType } from './stateful-types.ts';

/** A template of CloudFormation, as far as it matters here. */
export interface Template {
  readonly Resources?: Readonly<Record<string, TemplateResource>>;
}

interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Properties;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** What must stay the same of a resource, so that CloudFormation keeps it. */
export interface StatefulResource {
  readonly type: string;
  readonly deletionPolicy: string;
  readonly updateReplacePolicy: string;
  /** The properties that may not change. A part of a property has the name `Property.part`. */
  readonly properties: Properties;
}

/** The stateful resources of one stack, by logical id. */
export type StatefulStack = Readonly<Record<string, StatefulResource>>;

/** The stateful resources of a template, in the order of their logical ids. */
export function describeTemplate({ Resources = {} }: Template): StatefulStack {
  const described = Object.entries(Resources).flatMap(([logicalId, resource]) => {
    const known = describeResource(resource);
    return known === undefined ? [] : [[logicalId, known] as const];
  });
  return Object.fromEntries(described.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function describeResource(resource: TemplateResource): StatefulResource | undefined {
  const { Type, Properties = {}, DeletionPolicy = 'Delete', UpdateReplacePolicy = 'Delete' } = resource;
  const stateful = STATEFUL_TYPES[Type];
  if (stateful === undefined || stateful.counts?.(Properties) === false) return undefined;
  return {
    type: Type,
    deletionPolicy: DeletionPolicy,
    updateReplacePolicy: UpdateReplacePolicy,
    properties: { ...fixedOf(stateful, Properties), ...partsOf(stateful, Properties) },
  };
}

function fixedOf({ fixed }: StatefulType, properties: Properties): Properties {
  return Object.fromEntries(fixed.filter((name) => name in properties).map((name) => [name, properties[name]]));
}

function partsOf({ parts = {} }: StatefulType, properties: Properties): Properties {
  const found = Object.entries(parts).flatMap(([name, split]) =>
    name in properties
      ? Object.entries(split(properties[name])).map(([part, value]) => [`${name}.${part}`, value])
      : [],
  );
  return Object.fromEntries(found);
}
