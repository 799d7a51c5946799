import { route } from '../shell/route.ts';
import { ApprovalList } from './approval-list.tsx';
import { ApprovalPage } from './approval-page.tsx';

/** What waits for a person, and what has; or one of them. */
export function ApprovalsPage() {
  const [, id] = route.value.path;
  return id === undefined ? <ApprovalList /> : <ApprovalPage key={id} id={id} />;
}
