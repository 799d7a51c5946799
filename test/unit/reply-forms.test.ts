import { expect, test } from 'vitest';
import { containerOf } from '#shared/domain/quotations/quotation-containers.ts';
import { quotedText } from '#shared/domain/quotations/quoted-text.ts';
import { readHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import { faultsOf, read, replyForms } from '#testing/reply-forms/reply-forms.ts';

const forms = replyForms();
const MIN_FORMS = 150;
const MIN_RIGHT = 0.98;

test('Of the forms of replies nothing that an author wrote is lost, and at least 98 percent are right', () => {
  const results = forms.map((form) => ({ form, faults: faultsOf(form, read(form).extractedText) }));
  const lost = results.filter(({ faults }) => faults.lost.length > 0);
  const left = results.filter(({ faults }) => faults.lost.length === 0 && faults.left.length > 0);
  const right = forms.length - lost.length - left.length;
  console.info(
    `replies: ${forms.length} forms, ${right} right, ${lost.length} with lost content, ${left.length} with history`,
  );
  expect(lost.map(({ form }) => form.name)).toEqual([]);
  expect(right / forms.length).toBeGreaterThanOrEqual(MIN_RIGHT);
  expect(forms.length).toBeGreaterThanOrEqual(MIN_FORMS);
});

test('Each form has a name of its own', () => {
  expect(new Set(forms.map(({ name }) => name)).size).toBe(forms.length);
});

test('Forwarded messages are recognized, and no others', () => {
  expect(forms.filter((form) => read(form).isForward !== form.isForward).map(({ name }) => name)).toEqual([]);
});

test('Who wrote the quoted message and when is read where the form says it', () => {
  const wrong = forms.filter((form) => {
    const { quoted } = read(form);
    const isFrom = form.from === undefined || quoted?.from === form.from;
    return !isFrom || (form.at !== undefined && quoted?.at !== form.at);
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('What elements of mail programs quote is quoted text, and what the author wrote is not', () => {
  const body =
    '<p>Yes, I can.</p><div class="moz-cite-prefix">On Monday</div><blockquote type="cite">Really?</blockquote>';
  expect(quotedText(readHtml(body).lines)).toBe('On Monday\n\nReally?');
  expect(quotedText(readHtml('<p>Yes.</p><div class="moz-forward-container">Old</div>').lines)).toBe('Old');
});

const element = (name: string, attributes: Record<string, string>) => containerOf({ name, attributes });

test.each([
  ['blockquote', { type: 'CITE' }, 'quotation'],
  ['blockquote', { class: 'x gmail_quote' }, 'quotation'],
  ['div', { class: 'gmail_attr' }, 'attribution'],
  ['div', { class: 'moz-forward-container' }, 'forward'],
  ['div', { id: 'divRplyFwdMsg' }, 'attribution'],
  ['div', { style: 'border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm' }, 'attribution'],
  ['div', { 'data-marker': '__QUOTED_TEXT__' }, 'quotation'],
  ['div', { name: 'quote' }, 'quotation'],
])('The element %s with %j is a container', (name, attributes, kind) => {
  expect(element(name, attributes)).toBe(kind);
});

test.each([
  ['blockquote', {}],
  ['blockquote', { class: 'quote', style: 'border-left:1px solid #ccc' }],
  ['div', { class: 'gmail_quote' }],
  ['div', { class: 'gmail_signature' }],
  ['div', { class: 'moz-signature' }],
  ['div', { class: 'protonmail_signature_block' }],
  ['div', { style: 'border-top:1px solid #E1E1E1' }],
  ['div', { id: 'appendonsend' }],
  ['div', { class: 'constructor', id: 'toString', name: '__proto__' }],
  ['input', { name: 'quote' }],
  ['div', { style: 'x'.repeat(100_000) }],
])('The element %s with %j has what its author wrote', (name, attributes) => {
  expect(element(name, attributes as Record<string, string>)).toBeUndefined();
});
