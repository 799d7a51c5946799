import type { CodePurpose } from '#shared/data/entities/log/outbox.ts';
import { linkFreeName } from '#shared/domain/mail/link-free-name.ts';
import type { MailText } from './service-mail.ts';

export interface CodeMail {
  purpose: CodePurpose;
  organizationName: string;
  minutes: number;
}

/**
 * Subjects contain no text that a stranger chose. Bodies name the organization, without anything that becomes a link.
 */
const TEXTS: Record<CodePurpose, (mail: CodeMail, code: string) => MailText> = {
  owner: ({ organizationName, minutes }, code) => ({
    subject: `${code} is your verification code`,
    opening: `this is the code that confirms you as the owner of ${linkFreeName(organizationName)}:`,
    code,
    closing: `${validFor(minutes)} If you did not ask for it, there is nothing to do: without the code nothing changes.`,
  }),
  signup: ({ organizationName, minutes }, code) => ({
    subject: `${code} is your sign-up code`,
    opening: `welcome. This is the code that completes the sign-up of ${linkFreeName(organizationName)}:`,
    code,
    closing: `${validFor(minutes)} If you did not sign up, there is nothing to do: without the code nothing is created. Use it only for a sign-up that you started yourself.`,
  }),
  claim: ({ organizationName, minutes }, code) => ({
    subject: `${code} is your claim code`,
    opening: `this is the code that gives you the login of ${linkFreeName(organizationName)}:`,
    code,
    closing: `${validFor(minutes)} If you do not know the organization, there is nothing to do: without the code nothing changes.`,
  }),
  known_address: () => ({
    subject: 'You have an account already',
    opening: 'someone, probably you, tried to sign up with this address. It already has an account: just log in.',
    code: null,
    closing:
      'To give an existing organization a login, use its key and claim it with this address. If it was not you, there is nothing to do.',
  }),
  unlock: ({ minutes }, code) => ({
    subject: `${code} is your code to log in again`,
    opening:
      'too many wrong passwords were tried for the account of this address, so it accepts none for a while. This is the code that lifts the limit:',
    code,
    closing: `${validFor(minutes)} If you did not ask for it, there is nothing to do: without the code nothing changes, and your password is still the same.`,
  }),
};

export function textOf(mail: CodeMail, code: string): MailText {
  return TEXTS[mail.purpose](mail, code);
}

function validFor(minutes: number): string {
  return `It is valid for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
