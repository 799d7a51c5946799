import type { Template } from 'aws-cdk-lib/assertions';
import { resourcesOf } from './stage.ts';

/** The names of the functions that CloudFormation creates or changes without waiting for the guard of the layout. */
export function unguardedFunctions(template: Template): string[] {
  const [[guard] = []] = resourcesOf(template, 'Custom::AidLayout');
  const { Resources } = template.toJSON() as { Resources: Record<string, { DependsOn?: string | string[] }> };
  return resourcesOf(template, 'AWS::Lambda::Function')
    .filter(([id]) => guard === undefined || ![Resources[id]?.DependsOn].flat().includes(guard))
    .map(([, { Properties }]) => String(Properties.FunctionName).replace(/^aid-[a-z]+-/, ''));
}
