import { z } from 'zod';
import { type LabelChange, mailLabelsSchema } from '#shared/domain/mail/labels.ts';
import { described } from '#shared/domain/schema/described.ts';
import { folderSchema } from './mail.ts';
import { NOT_EMPTY, refuses, withAll } from './rules.ts';

/** Changes of messages. See: docs/contract/mail.md#changing-messages. */

/** A label that is added is not removed. */
export const WITHOUT_CONTRADICTION: readonly [
  isAccepted: (change: LabelChange) => boolean,
  refusal: { path: PropertyKey[]; message: string },
] = [
  ({ add_labels: added = [], remove_labels: removed = [] }) => removed.every((label) => !added.includes(label)),
  { path: ['remove_labels'], message: 'no label that is also in add_labels' },
];

/** The fields of a message that can be changed. */
export const updateMessageBody = described(
  'UpdateMessage',
  'The fields to change, at least one.',
  z
    .strictObject({
      is_read: z.boolean().optional(),
      folder: folderSchema.optional(),
      labels: mailLabelsSchema.optional(),
      add_labels: mailLabelsSchema.optional(),
      remove_labels: mailLabelsSchema.optional(),
    })
    .refine((body) => Object.keys(body).length > 0, 'is_read, folder, labels, add_labels or remove_labels')
    .refine(
      ({ labels, add_labels, remove_labels }) => labels === undefined || (add_labels ?? remove_labels) === undefined,
      { path: ['labels'], message: 'either labels, or add_labels and remove_labels' },
    )
    .refine(...WITHOUT_CONTRADICTION),
  {
    is_read: 'Whether it is marked as read.',
    folder: 'The folder to move it to.',
    labels: 'All labels that it has from now on.',
    add_labels: 'Labels to add. One that it has already stays.',
    remove_labels: 'Labels to remove, none of which is in `add_labels`.',
  },
  { ...NOT_EMPTY, ...refuses(withAll('labels', 'add_labels'), withAll('labels', 'remove_labels')) },
);
