import { escaped, type QueryAction } from '../query-api.ts';

/** The receipt rules of the account: one set is active in a region, whichever stage it belongs to. */
export interface ReceiptRules {
  active: string | undefined;
}

const ACTION = 'DescribeActiveReceiptRuleSet';

/**
 * The call of version 1 of the SES API that is emulated: the active set of receipt rules. On one machine it is
 * initially the set of the templates.
 *
 * Source: SES API reference, DescribeActiveReceiptRuleSet.
 */
export const RECEIPT_RULE_ACTIONS: Readonly<Record<string, QueryAction<{ readonly receiptRules: ReceiptRules }>>> = {
  [ACTION]: {
    namespace: 'http://ses.amazonaws.com/doc/2010-12-01/',
    accesses: () => [{ action: `ses:${ACTION}`, resource: '*' }],
    run: (_, { receiptRules: { active } }) => {
      const metadata = active === undefined ? '' : `<Metadata><Name>${escaped(active)}</Name></Metadata>`;
      return `${metadata}<Rules/>`;
    },
  },
};
