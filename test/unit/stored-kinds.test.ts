import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Declared, missingJobs, missingRows } from '../compatibility/stored-kinds.ts';

const described = (row: string, pk: string, sk: string) => ({ row, pk, sk, files: [] });

const declared: Declared = {
  PREFIX: { login: 'LOGIN#', rule: 'RULE#', code: 'CODE#', task: 'TASK#', migration: 'MIGRATION#' },
  ROWS: {
    login: [
      described('code', '<address>', '`UNLOCK#<mark>`'),
      described('placeholder', '<address>', '`UNLOCK#WITHHELD`'),
    ],
    rule: [described('as listed', '<org>', 'rule id'), described('by its terms', '<identity>', 'handle, action')],
    code: [described('code', '<org>, mail#<address>', '`OWNER`, `CLAIM`')],
    task: [described('task', '<task>', '`TASK`'), described('step', '<task>', '`STEP#`, number')],
    migration: [described('progress', '<migration>', '`PROGRESS`')],
  },
  JOB_SCHEMAS: { mail: z.union([z.object({ codeId: z.string() }), z.object({ messageId: z.string() })]) },
};

test('Each declared form of a key that no row has is named, and a row counts only as the form that is closest to it', () => {
  const rows = [
    { pk: 'LOGIN#a@example.com', sk: 'UNLOCK#WITHHELD' },
    { pk: 'RULE#agt_1', sk: 'x#block' },
    { pk: 'CODE#org_1', sk: 'OWNER' },
    { pk: 'CODE#mail#a@example.com', sk: 'CLAIM' },
    { pk: 'TASK#tsk_1', sk: 'TASK' },
  ];
  expect(missingRows(rows, declared)).toEqual([
    'login: code (<address>, `UNLOCK#<mark>`)',
    'rule: as listed (<org>, rule id)',
    'code: code (<org>, mail#<address>, `CLAIM`)',
    'code: code (<org>, mail#<address>, `OWNER`)',
    'task: step (<task>, `STEP#`, number)',
  ]);
});

test('Each kind of job, and each variant, that no message has is named', () => {
  expect(missingJobs([], declared)).toEqual(['mail, variant 1 of 2', 'mail, variant 2 of 2']);
  const messages = [{ queue: 'aid-dev-outbound-mail', body: '{"messageId":"msg_1"}' }];
  expect(missingJobs(messages, declared)).toEqual(['mail, variant 1 of 2']);
});
