/** The account and region of all emulated resources. */
export const ACCOUNT = '000000000000';
export const REGION = 'us-east-1';
export const PARTITION = 'aws';

/** The domain of AWS's own addresses, for names that only need the right form. */
export const URL_SUFFIX = 'amazonaws.com';

export function arn(service: string, resource: string, { region = REGION, account = ACCOUNT } = {}): string {
  return `arn:${PARTITION}:${service}:${region}:${account}:${resource}`;
}

/** The resource name at the end of an ARN: `queue`, `role/name` → `name`, `function:name` → `name`. */
export function nameOfArn(value: string): string {
  return value.split(/[:/]/).at(-1) ?? value;
}

/**
 * The function that a name or an ARN refers to, with or without an alias: `name`, `name:live`,
 * `arn:…:function:name:live`.
 */
export function functionNameOf(nameOrArn: string): string {
  return /^(?:arn:.*:function:)?([^:]+)/.exec(nameOrArn)?.[1] ?? nameOrArn;
}
