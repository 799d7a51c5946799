import type { CodePurpose } from '#shared/data/entities/log/outbox.ts';
import { linkFreeName } from '#shared/domain/mail/link-free-name.ts';
import { DAY, MINUTE } from '#shared/domain/time/time.ts';
import type { MailText } from './service-mail.ts';

export interface CodeMail {
  purpose: CodePurpose;
  /** Whether the code is for a new password, whatever the purpose is. */
  resetsPassword?: true;
  /** Whether the code accepts an invitation, whatever the purpose is. */
  invites?: true;
  organizationName: string;
  minutes: number;
}

/**
 * Subjects contain no text that a stranger chose. Bodies name the organization, without anything that becomes a link.
 */
const TEXTS: Record<CodePurpose | 'reset' | 'invitation', (mail: CodeMail, code: string) => MailText> = {
  owner: ({ organizationName, minutes }, code) => ({
    subject: `${code} is your verification code`,
    opening: `this is the code that confirms you as the owner of ${linkFreeName(organizationName)}:`,
    code,
    closing: `${validFor(minutes)} If you did not request it, you can ignore this email: nothing changes without the code.`,
  }),
  signup: ({ organizationName, minutes }, code) => ({
    subject: `${code} is your sign-up code`,
    opening: `welcome. This is the code that completes the sign-up of ${linkFreeName(organizationName)}:`,
    code,
    closing: `${validFor(minutes)} If you did not sign up, you can ignore this email: nothing is created without the code. Use it only for a sign-up that you started yourself.`,
  }),
  claim: ({ organizationName, minutes }, code) => ({
    subject: `${code} is your claim code`,
    opening: `this is the code that gives you the login of ${linkFreeName(organizationName)}:`,
    code,
    closing: `${validFor(minutes)} If you do not know the organization, you can ignore this email: nothing changes without the code.`,
  }),
  known_address: () => ({
    subject: 'You already have an account',
    opening: 'someone, probably you, tried to sign up with this address. It already has an account: just log in.',
    code: null,
    closing:
      'To add a login to an existing organization, use its key and claim it with this address. If it was not you, you can ignore this email.',
  }),
  unlock: ({ minutes }, code) => ({
    subject: `${code} is your code to log in again`,
    opening:
      'too many wrong passwords were entered for the account with this address, so logins are blocked for a while. This is the code that unblocks them:',
    code,
    closing: `${validFor(minutes)} If you did not request it, you can ignore this email: nothing changes without the code, and your password is still the same.`,
  }),
  reset: ({ minutes }, code) => ({
    subject: `${code} is your code for a new password`,
    opening: 'someone, probably you, asked to reset the password of the account with this address. This is the code:',
    code,
    closing: `${validFor(minutes)} If you did not request it, you can ignore this email: nothing changes without the code, and your password is still the same.`,
  }),
  invitation: ({ organizationName, minutes }, code) => ({
    subject: `${code} is your invitation code`,
    opening: `you are invited to become a member of ${linkFreeName(organizationName)}. This is the code that accepts the invitation:`,
    code,
    closing: `${validFor(minutes)} If you do not know the organization, you can ignore this email: nothing changes without the code.`,
  }),
};

export function textOf(mail: CodeMail, code: string): MailText {
  return TEXTS[purposeOf(mail)](mail, code);
}

function purposeOf({ purpose, resetsPassword, invites }: CodeMail): keyof typeof TEXTS {
  if (resetsPassword === true) return 'reset';
  return invites === true ? 'invitation' : purpose;
}

const MINUTES_OF_DAY = DAY / MINUTE;

function validFor(minutes: number): string {
  if (minutes % MINUTES_OF_DAY === 0) return `It is valid for ${counted(minutes / MINUTES_OF_DAY, 'day')}.`;
  return `It is valid for ${counted(minutes, 'minute')}.`;
}

function counted(count: number, unit: string): string {
  return count === 1 ? `a ${unit}` : `${count} ${unit}s`;
}
