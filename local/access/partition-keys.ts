import type { Assembly } from '../assembly/assembly.ts';
import type { PartitionKeys } from './table-accesses.ts';

/** The partition keys of the tables and indexes in the templates. */
export function partitionKeys(assembly: Assembly): PartitionKeys {
  type Schema = readonly { readonly AttributeName: string; readonly KeyType: string }[];
  const hashOf = (schema: Schema) => schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
  return new Map(
    assembly.resources('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map(({ name, properties }) => {
      const indexes = (properties.GlobalSecondaryIndexes ?? []) as { IndexName: string; KeySchema: Schema }[];
      const own = ['', hashOf(properties.KeySchema as Schema)] as const;
      return [
        name,
        new Map([own, ...indexes.map(({ IndexName, KeySchema }) => [IndexName, hashOf(KeySchema)] as const)]),
      ];
    }),
  );
}
