import type { Approval, ApprovalPreview } from '../../../typescript/src/index.ts';
import { labelOf } from '../widgets/code.tsx';
import { JsonView } from '../widgets/json-view.tsx';
import { DecisionPart } from './decision-part.tsx';
import { type OnDecided, useDecision } from './use-decision.ts';

/** The parts of a preview that the page shows in ways of their own. */
const SHOWN = ['summary', 'reasons', 'mail', 'lease'];

/** Actions of other kinds, with all that the service says about them. */
export function OtherAction({ preview }: { readonly preview: ApprovalPreview }) {
  const others = Object.entries(preview).filter(([name, value]) => !SHOWN.includes(name) && value !== null);
  return (
    <>
      {others.map(([name, value]) => (
        <>
          <h2>{labelOf(name)}</h2>
          <JsonView value={value} label={labelOf(name)} />
        </>
      ))}
    </>
  );
}

interface PlainDecisionProps {
  readonly approval: Approval;
  readonly onDecided: OnDecided;
}

/** The decision about what can be approved or denied, and not edited. */
export function PlainDecision({ approval, onDecided }: PlainDecisionProps) {
  const decision = useDecision(approval, onDecided);
  return <DecisionPart approval={approval} decision={decision} isShown />;
}
