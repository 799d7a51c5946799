import { authorText, linesOfPlainText } from '#shared/domain/quotations/author-text.ts';
import { readHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import type { ReplyForm } from './form.ts';
import { formsOfContent } from './forms-of-content.ts';
import { formsOfLanguages } from './forms-of-languages.ts';
import { formsOfStructure } from './forms-of-structure.ts';
import { formsOfText } from './forms-of-text.ts';

/** Emails as mail programs write them in many languages, each with what its author wrote and what is quoted. */
export function replyForms(): ReplyForm[] {
  return [...formsOfLanguages(), ...formsOfStructure(), ...formsOfText(), ...formsOfContent()];
}

/** What is read of a form. */
export function read(form: ReplyForm) {
  return authorText(form.format === 'html' ? readHtml(form.body).lines : linesOfPlainText(form.body), form);
}

/** What is wrong with what was read; empty if nothing is. */
export interface Faults {
  /** Words of the author that are missing. */
  readonly lost: readonly string[];
  /** Words of the quoted message, or of what introduces it, that are left. */
  readonly left: readonly string[];
}

export function faultsOf(form: ReplyForm, extractedText: string): Faults {
  return {
    lost: form.written.filter((words) => !extractedText.includes(words)),
    left: form.quoted.filter((words) => extractedText.includes(words)),
  };
}
