import { html } from 'htm/preact';
import type { ContactRule } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { Code, labelOf } from '../widgets/code.ts';
import { Confirm } from '../widgets/confirm.ts';
import { ErrorText } from '../widgets/error-text.ts';
import { IdLink } from '../widgets/id-link.ts';
import { Loading } from '../widgets/loading.ts';
import { Pill } from '../widgets/pill.ts';
import { Snippets } from '../widgets/snippets.ts';
import { Table } from '../widgets/table.ts';
import { TableRow } from '../widgets/table-row.ts';
import { useAction } from '../widgets/use-action.ts';
import { useLoad } from '../widgets/use-load.ts';
import { FilterModeChoice } from './filter-mode-choice.ts';
import { NewRule } from './new-rule.ts';
import { RuleTester } from './rule-tester.ts';

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
  const row = (rule: ContactRule) => html`
    <${TableRow}
      key=${rule.id}
      cells=${[
        html`<${Pill} status=${rule.action} /> ${rule.folder !== null && html`to <${Code} code=${rule.folder} />`}`,
        html`${rule.match_target ?? 'every author'} ${rule.when.length > 0 && html`<span class="quiet" title=${rule.when.join(', ')}>with: ${rule.when.map(labelOf).join(', ')}</span>`}`,
        html`<${Code} code=${rule.direction} />`,
        rule.identity_id === null ? 'all agents' : html`<${IdLink} id=${rule.identity_id} />`,
        rule.note,
        html`<${Confirm} title="Delete" question="Delete the rule?" onConfirm=${() => remove.run(rule.id)} />`,
      ]}
    />
  `;
  return html`
    <${FilterModeChoice} />
    <${ErrorText} error=${error ?? remove.error} />
    ${data === undefined && error === undefined && html`<${Loading} what="rules" />`}
    ${data?.length === 0 && html`<p class="quiet">There are no rules yet.</p>`}
    ${data !== undefined && data.length > 0 && html`<${Table} label="Rules" columns=${COLUMNS}>${data.map(row)}<//>`}
    <${NewRule} onCreated=${reload} />
    ${data !== undefined && html`<${RuleTester} rules=${data} />`}
    <${Snippets} call=${{ name: 'contactRules.list', verb: 'GET', path: '/v1/contact-rules', isList: true }} />
  `;
}
