import type { ContactRule } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { AgentName } from '../widgets/agent-name.tsx';
import { Code, labelOf } from '../widgets/code.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { EmptyState } from '../widgets/empty-state.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Intro } from '../widgets/intro.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Table } from '../widgets/table.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useLoad } from '../widgets/use-load.ts';
import { FilterModeChoice } from './filter-mode-choice.tsx';
import { NewRule } from './new-rule.tsx';
import { RuleTester } from './rule-tester.tsx';

const COLUMNS = ['Action', 'About', 'Direction', 'Agent', 'Note', ''];

/** How many rules are loaded for the test. */
const MAX_RULES = 2_000;

/** The rules about who may write to whom, the mode that applies when none decides, and a test of both. */
export function RulesPart() {
  const { data, error, reload } = useLoad(
    (signal) => aidOfSession().contactRules.list({ limit: 200 }, { signal }).all({ limit: MAX_RULES }),
    [],
  );
  const remove = useAction(async (id: string) => {
    await aidOfSession().contactRules.delete(id);
    reload();
  });
  const row = (rule: ContactRule) => (
    <TableRow
      key={rule.id}
      id={rule.id}
      cells={[
        <>
          <Pill status={rule.action} />{' '}
          {rule.folder !== null && (
            <>
              to <Code code={rule.folder} />
            </>
          )}
        </>,
        <>
          {rule.match_target ?? 'every author'}{' '}
          {rule.when.length > 0 && (
            <span class="quiet" title={rule.when.join(', ')}>
              with: {rule.when.map(labelOf).join(', ')}
            </span>
          )}
        </>,
        <Code code={rule.direction} />,
        <AgentName id={rule.identity_id} none="all agents" />,
        rule.note,
        <Confirm title="Delete" question="Delete the rule?" onConfirm={() => remove.run(rule.id)} />,
      ]}
    />
  );
  return (
    <>
      <Intro action={<NewRule onCreated={reload} />}>
        A rule decides who may write to the agents, and whom they may write to: by address or by domain.
      </Intro>
      <FilterModeChoice />
      <ErrorText error={error ?? remove.error} />
      {data === undefined && error === undefined && <Loading what="rules" />}
      {data?.length === 0 && (
        <EmptyState
          title="There are no rules yet."
          action={<NewRule label="Create the first rule" onCreated={reload} />}
        >
          Until there is one, the choice above decides about every email.
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <Table label="Rules" columns={COLUMNS}>
          {data.map(row)}
        </Table>
      )}
      {data !== undefined && <RuleTester rules={data} />}
      <Snippets call={{ name: 'contactRules.list', verb: 'GET', path: '/v1/contact-rules', isList: true }} />
    </>
  );
}
