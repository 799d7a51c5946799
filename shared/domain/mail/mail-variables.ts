import { invalid } from '../errors/errors.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { HtmlPlaces } from './html-places.ts';
import { MAX_BODY_CHARACTERS, MAX_SUBJECT_CHARACTERS } from './mail-limits.ts';

/** The texts of a message that may have placeholders. */
interface Texts {
  readonly subject?: string | undefined;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
}

type Variables = Readonly<Record<string, string>>;

/** A text in two pairs of braces, up to the first closing one. */
const PLACEHOLDER = /\{\{([^{}]{0,200})\}\}/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const CONTROL = /[\x00-\x1f\x7f]/;

/**
 * Replaces the placeholders `{{name}}` in the subject, the text and the HTML of a message by the values of the
 * variables: in the HTML escaped, and only where escaping protects, in the subject only without control characters, so
 * that no value can add a header field. Without variables nothing is replaced.
 *
 * Throws 400 for a placeholder without a variable, for a variable without a placeholder, and for a text that is too
 * long with its values.
 *
 * See: docs/contract/mail.md#variables.
 */
export function withVariables<M extends Texts>(mail: M, variables: Variables | undefined): M {
  if (variables === undefined) return mail;
  const used = new Set<string>();
  const resolve = (field: string, placeholder: string) => {
    const name = placeholder.trim();
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) throw invalid('variables', `a value for {{${name}}}, which ${field} has`);
    used.add(name);
    return { name, value };
  };
  const { subject, text, html } = mail;
  const filled = {
    ...mail,
    ...(subject !== undefined && { subject: filledSubject(subject, resolve) }),
    ...(text !== undefined && { text: replaced(text, (one) => resolve('text', one).value) }),
    ...(html !== undefined && { html: filledHtml(html, resolve) }),
  };
  const unused = Object.keys(variables).find((name) => !used.has(name));
  if (unused !== undefined) {
    throw invalid(`variables.${unused}`, `a variable that subject, text or html has as {{${unused}}}`);
  }
  requireLength('subject', filled.subject, MAX_SUBJECT_CHARACTERS);
  requireLength('text', filled.text, MAX_BODY_CHARACTERS);
  requireLength('html', filled.html, MAX_BODY_CHARACTERS);
  return filled;
}

type Resolve = (field: string, placeholder: string) => { readonly name: string; readonly value: string };

function replaced(text: string, resolve: (placeholder: string) => string): string {
  return text.replace(PLACEHOLDER, (_, placeholder: string) => resolve(placeholder));
}

function filledSubject(subject: string, resolve: Resolve): string {
  return replaced(subject, (placeholder) => {
    const { name, value } = resolve('subject', placeholder);
    if (CONTROL.test(value)) throw invalid(`variables.${name}`, 'no line breaks or control characters in the subject');
    return value;
  });
}

function filledHtml(html: string, resolve: Resolve): string {
  const places = new HtmlPlaces(html);
  return html.replace(PLACEHOLDER, (_, placeholder: string, at: number) => {
    const { name, value } = resolve('html', placeholder);
    if (places.isEscapable(at)) return escapeHtml(value);
    throw invalid('html', `{{${name}}} between tags or in a quoted attribute, where its value can be escaped`);
  });
}

function requireLength(field: string, text: string | undefined, max: number): void {
  if ((text?.length ?? 0) > max) throw invalid(field, `at most ${max} characters with the values of its variables`);
}
