import type { IdKind } from '#shared/domain/ids/ids.ts';
import { rotation } from '../../support/rotation.ts';
import { missingId } from './fixture.ts';

/** Some of the ids that have the form of no kind, or of another kind: others at each index. */
export function illFormedIds(kind: IdKind, right: string, index: number, count: number): string[] {
  const all = [
    missingId(kind === 'webhook' ? 'agent' : 'webhook'),
    missingId('organization'),
    right.toLowerCase(),
    right.slice(0, -1),
    right.slice(4),
    'nonsense',
    '%',
    `${right}/../${right}`,
    `é'; --`,
    'A'.repeat(3000),
  ];
  return rotation(all, index, count);
}
