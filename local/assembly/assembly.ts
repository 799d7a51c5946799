import { attributeOf, type Identity, namePropertiesOf, refOf } from './attributes.ts';
import { ACCOUNT, PARTITION, REGION, URL_SUFFIX } from './aws-identifiers.ts';
import { resolve, type Scope } from './intrinsics.ts';
import type { StackTemplate, TemplateResource } from './template.ts';

/** A resource with all of its intrinsic functions resolved. */
export interface Resource {
  readonly logicalId: string;
  readonly stack: string;
  readonly type: string;
  /** Its physical name on this machine. */
  readonly name: string;
  readonly ref: string;
  readonly properties: Readonly<Record<string, unknown>>;
  attribute(name: string): string;
}

const NO_VALUE = undefined;

/**
 * A synthesized assembly for the local profile: resources by type, with every reference between them resolved to the
 * emulated resources. Nothing else in the local profile knows the stack.
 */
export class Assembly {
  readonly #stacks: readonly StackTemplate[];
  readonly #endpoint: string;

  constructor(stacks: readonly StackTemplate[], endpoint: string) {
    this.#stacks = stacks;
    this.#endpoint = endpoint;
  }

  /** All resources of the given types, in the order of the templates. */
  resources(...types: readonly string[]): readonly Resource[] {
    return this.#stacks.flatMap((stack) =>
      Object.entries(stack.template.Resources)
        .filter(([, { Type }]) => types.includes(Type))
        .filter(([, { Condition }]) => Condition === undefined || this.#scopeOf(stack).condition(Condition))
        .map(([logicalId, resource]) => this.#resourceOf(stack, logicalId, resource)),
    );
  }

  /** The folder of a function's code, by the object key that its template names. */
  assetFolder(stack: string, objectKey: string): string | undefined {
    return this.#stacks.find(({ name }) => name === stack)?.assets.get(objectKey);
  }

  #resourceOf(stack: StackTemplate, logicalId: string, resource: TemplateResource): Resource {
    const scope = this.#scopeOf(stack);
    const identity = this.#identityOf(stack, logicalId, resource);
    return {
      logicalId,
      stack: stack.name,
      type: resource.Type,
      name: identity.name,
      ref: refOf(resource.Type, identity),
      properties: resolve(resource.Properties ?? {}, scope) as Record<string, unknown>,
      attribute: (name) => attributeOf(resource.Type, name, identity),
    };
  }

  #identityOf(stack: StackTemplate, logicalId: string, resource: TemplateResource): Identity {
    const given = namePropertiesOf(resource.Type).map((property) => resource.Properties?.[property]);
    const names = given.includes(undefined) ? [] : given.map((value) => resolve(value, this.#scopeOf(stack)));
    return {
      logicalId,
      endpoint: this.#endpoint,
      name: isNamed(names) ? names.join(':') : defaultName(stack.name, logicalId, resource.Type),
    };
  }

  #scopeOf(stack: StackTemplate): Scope {
    const { Resources, Parameters = {}, Conditions = {} } = stack.template;
    const pseudo = this.#pseudoParameters(stack.name);
    const found = (logicalId: string): TemplateResource => {
      const resource = Resources[logicalId];
      if (resource === undefined)
        throw new Error(`template of ${stack.name} refers to ${logicalId}, which it does not define`);
      return resource;
    };
    const scope: Scope = {
      ref: (logicalId) => {
        if (pseudo.has(logicalId)) return pseudo.get(logicalId);
        const parameter = Parameters[logicalId];
        if (parameter !== undefined) return parameter.Default ?? '';
        const resource = found(logicalId);
        return refOf(resource.Type, this.#identityOf(stack, logicalId, resource));
      },
      attribute: (logicalId, attribute) => {
        const resource = found(logicalId);
        return attributeOf(resource.Type, attribute, this.#identityOf(stack, logicalId, resource));
      },
      importValue: (name) => this.#exported(name),
      condition: (name) => Boolean(resolve(Conditions[name], scope)),
    };
    return scope;
  }

  #exported(name: string): unknown {
    for (const stack of this.#stacks) {
      const scope = this.#scopeOf(stack);
      for (const output of Object.values(stack.template.Outputs ?? {})) {
        if (output.Export !== undefined && resolve(output.Export.Name, scope) === name)
          return resolve(output.Value, scope);
      }
    }
    throw new Error(`no stack of the assembly exports ${name}`);
  }

  #pseudoParameters(stackName: string): ReadonlyMap<string, unknown> {
    return new Map<string, unknown>([
      ['AWS::AccountId', ACCOUNT],
      ['AWS::Region', REGION],
      ['AWS::Partition', PARTITION],
      ['AWS::URLSuffix', URL_SUFFIX],
      ['AWS::StackName', stackName],
      ['AWS::StackId', `arn:${PARTITION}:cloudformation:${REGION}:${ACCOUNT}:stack/${stackName}/local`],
      ['AWS::NotificationARNs', []],
      ['AWS::NoValue', NO_VALUE],
    ]);
  }
}

/** The name that CloudFormation would generate, without its random suffix: it must be the same at every start. */
function defaultName(stack: string, logicalId: string, type: string): string {
  const name = `${stack}-${logicalId}`;
  return type === 'AWS::S3::Bucket' ? name.toLowerCase().slice(0, 63) : name.slice(0, 80);
}

function isNamed(names: readonly unknown[]): boolean {
  return names.length > 0 && names.every((name) => typeof name === 'string');
}
