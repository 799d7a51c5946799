/** The parts of a CloudFormation template that the local profile reads. Values may hold intrinsic functions. */
export interface Template {
  readonly Resources: Readonly<Record<string, TemplateResource>>;
  readonly Outputs?: Readonly<Record<string, TemplateOutput>>;
  readonly Parameters?: Readonly<Record<string, { readonly Default?: unknown }>>;
  readonly Conditions?: Readonly<Record<string, unknown>>;
}

export interface TemplateResource {
  readonly Type: string;
  readonly Condition?: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

interface TemplateOutput {
  readonly Value: unknown;
  readonly Export?: { readonly Name: unknown };
}

/** One stack of an assembly. */
export interface StackTemplate {
  readonly name: string;
  readonly template: Template;
  /** Asset folders by the object key under which a deployment would upload them. */
  readonly assets: ReadonlyMap<string, string>;
}
