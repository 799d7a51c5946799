import { type CodeEmail, email } from './code-emails.ts';

const FOOTER =
  'Example Inc., 1600 Harbour Street, Suite 2100, Springfield, IL 62704\n© 2026 Example Inc. Tel. +1 555 0134 222';

/** Emails without a code, with what looks like one. */
export const WITHOUT_CODE: readonly CodeEmail[] = [
  email(
    'Your order 4711889',
    'Thank you for your order 4711889. It ships on 2026-11-28 with tracking number 1Z999AA10123456784. Total: $1,249.00.',
  ),
  email(
    '20 % off',
    `Use code SAVE2026 at checkout to save 20 %. Valid for 3 days. Log in to see your points: 4810.\n\n${FOOTER}`,
  ),
  email('Your booking', 'Your confirmation code is X7K9PQ. Check-in is on Friday from 15:00. Guests: 2. Room 4021.'),
  email(
    'Meeting invitation',
    'Join the meeting\nMeeting ID: 871 2345 6789\nPasscode: 482913\nDial in: +49 69 7104 9922',
  ),
  email(
    'New sign-in',
    `We noticed a new sign-in to your account on 12 May 2026 at 10:24 from Lyon (IP 203.0.113.77).\n\n${FOOTER}`,
  ),
  email(
    'About your verification code',
    'We will never ask you for your verification code. For help call 0800 123456 or write to Postfach 1044, 10115 Berlin.',
  ),
  email(
    'Invoice 20261188',
    'Invoice 20261188 of 27.11.2026, customer 100482, due 2026-12-11. Amount: EUR 4820.00. IBAN DE02120300000000202051',
  ),
  email(
    'Your postal code',
    'Please tell us the postal code of your delivery address. We have 62704 on file. Sign in to change it.',
  ),
  email(
    'Error report',
    'The job failed with error code 50012 after 3600 seconds. Log in to the console for details. Build 20261127.',
  ),
  email('Gift card', 'Your gift card is here.\nCode: GIFT4820XK\nPIN: 7714\nValue: $50'),
  email('Verify your address', 'Click the button below to verify your address. The link expires in 1440 minutes.'),
  email(
    'Your security code settings',
    'The security code of your card ending in 4242 has been changed. If that was not you, call +1 800 555 0199.',
  ),
  email('Dein Gutscheincode', 'Dein Gutscheincode lautet HERBST26. Einlösbar bis 31.12.2026 im Shop. Jetzt anmelden!'),
  email('Ваш промокод', 'Ваш промокод: ЛЕТО2026 или SUMMER26. Скидка 20 % до 31.12.2026. Войти на сайт.'),
  email(
    'Code review',
    'Ada pushed 1284 lines of code to main in 2026. See commit 4f9c2ab and issue 48213. Sign in to comment.',
  ),
  email('Package', 'Your package is in locker 21. Pick-up code: 482913. It is there until 30 November 2026.'),
];

const link = (subject: string, text: string, links: CodeEmail['links'] = [], confirms?: string): CodeEmail => ({
  subject,
  text,
  codes: [],
  links,
  ...(confirms !== undefined && { confirms }),
});

const UNSUBSCRIBE = ['Unsubscribe', 'https://example.com/unsubscribe?token=1'] as const;
const HOME = ['Example', 'https://example.com/'] as const;

/** Emails with links, of which one confirms something, or none. */
export const WITH_LINKS: readonly CodeEmail[] = [
  link(
    'Confirm your email',
    'Please confirm your email.\nConfirm email',
    [HOME, ['Confirm email', 'https://example.com/c/8f3'], UNSUBSCRIBE],
    'https://example.com/c/8f3',
  ),
  link(
    'Welcome',
    'One more step: verify your address.\nVerify my address',
    [['Verify my address', 'https://example.com/v?t=1'], HOME],
    'https://example.com/v?t=1',
  ),
  link(
    'Sign in to Example',
    'Click to sign in.\nSign in',
    [
      ['Sign in', 'https://example.com/auth/magic?token=a'],
      ['Help', 'https://example.com/help'],
    ],
    'https://example.com/auth/magic?token=a',
  ),
  link(
    'Bitte bestätigen',
    'Bitte bestätigen Sie Ihre Anmeldung.',
    [['Anmeldung bestätigen', 'https://example.de/doi/77'], HOME],
    'https://example.de/doi/77',
  ),
  link(
    'Confirmez',
    'Merci de confirmer votre inscription.',
    [['Confirmer mon adresse', 'https://example.fr/x'], UNSUBSCRIBE],
    'https://example.fr/x',
  ),
  link(
    'メールアドレスの確認',
    '下のボタンで確認してください。',
    [['メールアドレスを確認', 'https://example.jp/x'], HOME],
    'https://example.jp/x',
  ),
  link(
    'Activate',
    'Activate your account: https://example.com/activate/9d',
    [['https://example.com/activate/9d', 'https://example.com/activate/9d']],
    'https://example.com/activate/9d',
  ),
  link('Your order', 'Please confirm your order.', [
    ['Confirm order', 'https://example.com/orders/1'],
    ['Track delivery', 'https://example.com/t'],
  ]),
  link('News of the week', 'Ten things to read.', [
    ['Read more', 'https://example.com/a'],
    ['Read more', 'https://example.com/b'],
    UNSUBSCRIBE,
  ]),
  link('Appointment', 'Please confirm your appointment on Monday.', [
    ['Confirm appointment', 'https://example.com/confirm/1'],
  ]),
];
