import { SCOPES, type Scope } from '#shared/domain/issuer/scopes.ts';
import { type FormValues, HttpBrowser, type Page } from './http-browser.ts';
import type { FormField, PageForm } from './page-forms.ts';
import type { Person } from './person.ts';

/** What a person decides on the page. */
export interface Decision {
  readonly person: Pick<Person, 'email' | 'password'>;
  /** The agents that the client may act as. */
  readonly agents: readonly { readonly id: string }[];
  /** The scopes to allow, of those that the client asks for; all of them without a list. */
  readonly scopes?: readonly Scope[];
  /** The addresses and domains that may be written to; anyone without a list. */
  readonly recipients?: readonly string[];
  readonly deny?: boolean;
}

/** Where the page of an address ends, after the person has logged in and decided: the client's redirect URI. */
export async function decide(
  url: string | URL,
  decision: Decision,
  browser = new HttpBrowser(String(url)),
): Promise<URL> {
  const { leftTo, status, text } = await submitConsent(
    browser,
    await consentPage(browser, url, decision.person),
    decision,
  );
  if (leftTo === undefined) throw new Error(`the consent led nowhere (${status}):\n${text}`);
  return leftTo;
}

/** The page on which a person decides, once the person has logged in. */
export async function consentPage(browser: HttpBrowser, url: string | URL, person: Decision['person']): Promise<Page> {
  const page = await browser.open(url);
  return loginForm(page) === undefined ? page : logIn(browser, page, person);
}

/** Sends the form of a login page. */
export function logIn(browser: HttpBrowser, page: Page, { email, password }: Decision['person']): Promise<Page> {
  const form = loginForm(page);
  if (form === undefined) throw new Error(`no login form (${page.status}):\n${page.text}`);
  const name = (type: string) => form.fields.find((field) => field.type === type)?.name ?? type;
  return browser.submit(page, form, { [name('email')]: email, [name('password')]: password, ...pressed(form, false) });
}

/** Sends the decision, with the button that a person would press. */
export function submitConsent(
  browser: HttpBrowser,
  page: Page,
  decision: Omit<Decision, 'person'>,
  more: FormValues = {},
  headers: Record<string, string> = {},
): Promise<Page> {
  const form = consentForm(page);
  if (form === undefined) throw new Error(`no consent form (${page.status}):\n${page.text}`);
  return browser.submit(page, form, { ...valuesOf(form, decision), ...more }, headers);
}

/** The form with a password, if the page asks for a login. */
export const loginForm = ({ forms }: Page) =>
  forms.find(({ fields }) => fields.some(({ type }) => type === 'password'));

/** The form with the agents, if the page asks for a consent. */
export const consentForm = ({ forms }: Page) => forms.find((form) => boxes(form, isAgent).length > 0);

const isAgent = ({ value }: FormField) => /^agt_/.test(value);
const isScope = ({ value }: FormField) => (SCOPES as readonly string[]).includes(value);

const boxes = ({ fields }: PageForm, which: (field: FormField) => boolean) =>
  fields.filter((field) => ['checkbox', 'radio'].includes(field.type) && which(field));

function valuesOf(form: PageForm, { agents, scopes, recipients, deny = false }: Omit<Decision, 'person'>): FormValues {
  const offered = boxes(form, isScope);
  const agentField = boxes(form, isAgent)[0]?.name ?? 'agents';
  const scopeField = offered[0]?.name ?? 'scopes';
  const text = form.fields.find(({ type }) => type === 'textarea')?.name;
  return {
    [agentField]: agents.map(({ id }) => id),
    [scopeField]: scopes ?? offered.map(({ value }) => value),
    ...(recipients !== undefined && text !== undefined && { [text]: recipients.join('\n') }),
    ...pressed(form, deny),
  };
}

/** The button that a person presses: the one that refuses, or the other one. */
function pressed({ fields }: PageForm, deny: boolean): FormValues {
  const button = fields.find(({ type, value }) => type === 'submit' && (value === 'deny') === deny);
  return button === undefined ? {} : { [button.name]: button.value };
}
