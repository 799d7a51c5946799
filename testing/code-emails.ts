/** An email with what is right: its one-time codes, and the target of the link that confirms something. */
export interface CodeEmail {
  readonly subject: string;
  readonly text: string;
  readonly codes: readonly string[];
  readonly links?: readonly (readonly [text: string, url: string])[];
  readonly confirms?: string;
}

/** An email with the codes that are right. */
export const email = (subject: string, text: string, ...codes: string[]): CodeEmail => ({ subject, text, codes });

const FOOTER =
  'Example Inc., 1600 Harbour Street, Suite 2100, Springfield, IL 62704\n© 2026 Example Inc. Tel. +1 555 0134 222';

/** Emails with a code, as services send them, in 24 languages. */
export const WITH_CODE: readonly CodeEmail[] = [
  email(
    'Your Example verification code',
    `Hi Ada,\n\nYour verification code is 482913.\n\nIt expires in 10 minutes.\n\n${FOOTER}`,
    '482913',
  ),
  email(
    '482 913 is your sign-in code',
    `Enter this code to sign in:\n\n482 913\n\nIf you did not request it, ignore this email.`,
    '482913',
  ),
  email(
    'Sign in to Example',
    `Sign-in code\n\n719-204\n\nThis code is valid for 15 minutes. Do not share it.\n\n${FOOTER}`,
    '719204',
  ),
  email('Example security', 'G-551208 is your Example verification code.', '551208'),
  email(
    'Confirm your email',
    `Welcome!\n\nUse this one-time code to confirm your email address:\n\nX7K9PQ\n\nThanks`,
    'X7K9PQ',
  ),
  email(
    'Device login',
    'To connect your television, enter the login code WDJB-MJHT on example.com/device.',
    'WDJB-MJHT',
  ),
  email('Your one-time password', 'OTP: 30718426. Never share it with anyone, our staff included.', '30718426'),
  email('Two-factor authentication', 'Use 6048 as your authentication code for order service login.', '6048'),
  email(
    'Your code',
    'Your code is 90341. It expires in 5 minutes. You got this because someone tried to log in from Lyon.',
    '90341',
  ),
  email(
    'Verify it is you',
    'Someone signed in on 12.05.2026 at 14:33 from 203.0.113.7. If that was you, enter PIN 7731 to verify.',
    '7731',
  ),
  email(
    'Password reset',
    'We got a request to reset the password of ada@example.com.\n\nSecurity code: 2024\n\nIt expires in 30 minutes.',
    '2024',
  ),
  email(
    'Confirm your account',
    'Hello,\n\nhere is your activation code:\n\n  8842-1906\n\nEnter it to verify your account.',
    '88421906',
  ),
  email('Your login code', 'Your login code:\n\n1 9 4 0 2 7\n\nValid for ten minutes.', '194027'),
  email('Temporary code', 'Copy this temporary code to sign in: sunny-7f3k9 or use it as 7f3k9b', ...[]),
  email('Your temporary code', 'Hi,\nyour temporary code is: 7f3k9b\nIt can be used once.', '7f3k9b'),
  email(
    'Code for your new phone',
    'We sent this to the address that you gave us, not to the number ending in 4471.\nVerification code: 661 027',
    '661027',
  ),
  email(
    'Your bank',
    'You are paying 1,250.00 EUR to Lamp Ltd. with the card ending in 9921.\nOne-time password for it: 774410\nDo not share it.',
    '774410',
  ),
  email(
    'Ihr Bestätigungscode',
    `Guten Tag,\n\nIhr Bestätigungscode lautet: 339 018\n\nEr ist 10 Minuten gültig.\n\nMusterstraße 12, 10115 Berlin`,
    '339018',
  ),
  email('Anmeldung bei Beispiel', 'Geben Sie diesen Einmalcode ein, um sich anzumelden:\n\n558102', '558102'),
  email('Sicherheitscode', 'Ihr Sicherheitscode für Beispiel ist 40417. Geben Sie ihn nicht weiter.', '40417'),
  email(
    'Votre code de vérification',
    'Bonjour,\n\nVotre code de vérification est le suivant :\n\n882104\n\nIl expire dans 10 minutes.',
    '882104',
  ),
  email('Connexion', "Voici votre code d'authentification : 5512 (valable 5 minutes).", '5512'),
  email(
    'Tu código de verificación',
    'Hola, Ada:\n\nTu código de verificación es 204857. Caduca en 10 minutos.',
    '204857',
  ),
  email('Código para iniciar sesión', 'Introduce este código para iniciar sesión:\n\n771 930', '771930'),
  email('Seu código de verificação', 'Seu código de verificação: 118374\n\nVálido por 15 minutos.', '118374'),
  email('Código de segurança', 'Use o código de segurança 9920 para entrar.', '9920'),
  email('Il tuo codice di verifica', 'Ciao Ada,\nil tuo codice di verifica è 650921. Scade tra 10 minuti.', '650921'),
  email('Je verificatiecode', 'Hallo,\n\nJe verificatiecode is 771204.\n\nDeze code is 10 minuten geldig.', '771204'),
  email('Din verifieringskod', 'Hej!\n\nDin verifieringskod är 449182. Den är giltig i 10 minuter.', '449182'),
  email('Din bekræftelseskode', 'Din bekræftelseskode er: 990127', '990127'),
  email('Engangskode', 'Bruk engangskoden 220418 for å logge inn.', '220418'),
  email('Vahvistuskoodi', 'Vahvistuskoodisi on 731904. Koodi on voimassa 10 minuuttia.', '731904'),
  email('Kod weryfikacyjny', 'Twój kod weryfikacyjny to:\n\n604 118\n\nKod wygasa za 10 minut.', '604118'),
  email('Ověřovací kód', 'Váš ověřovací kód je 519287. Platnost kódu je 10 minut.', '519287'),
  email('Ellenőrző kód', 'Az Ön ellenőrző kódja: 827164', '827164'),
  email('Codul tău de verificare', 'Codul tău de verificare este 338190 și expiră în 10 minute.', '338190'),
  email('Doğrulama kodunuz', 'Merhaba,\n\nDoğrulama kodunuz: 402918\n\nKod 10 dakika geçerlidir.', '402918'),
  email('Код подтверждения', 'Здравствуйте!\n\nВаш код подтверждения: 775201\n\nНикому не сообщайте его.', '775201'),
  email('Вхід', 'Ваш код для входу: 660184. Він дійсний 10 хвилин.', '660184'),
  email('Κωδικός επαλήθευσης', 'Ο κωδικός επαλήθευσης είναι 290174. Ισχύει για 10 λεπτά.', '290174'),
  email('認証コードのお知らせ', 'ご利用ありがとうございます。\n\n認証コード：583920\n\n有効期限は10分です。', '583920'),
  email('您的验证码', '您好，您的验证码是 691204，10分钟内有效，请勿告诉他人。', '691204'),
  email('驗證碼', '您的驗證碼為：\n\n480 217', '480217'),
  email('인증번호 안내', '요청하신 인증번호는 다음과 같습니다.\n\n395021\n\n10분 동안 유효합니다.', '395021'),
  email('رمز التحقق', 'رمز التحقق الخاص بك هو 748120. صالح لمدة 10 دقائق.', '748120'),
  email('קוד אימות', 'קוד האימות שלך הוא 613908. הקוד בתוקף 10 דקות.', '613908'),
  email('सत्यापन कोड', 'आपका सत्यापन कोड 927401 है। यह 10 मिनट के लिए मान्य है।', '927401'),
  email('Mã xác minh', 'Mã xác minh của bạn là 518830. Mã hết hạn sau 10 phút.', '518830'),
  email('Kode verifikasi', 'Kode verifikasi Anda adalah 204419. Berlaku 10 menit.', '204419'),
  email('รหัสยืนยันของคุณ', 'รหัสยืนยันของคุณคือ 771390 หมดอายุใน 10 นาที', '771390'),
  email(
    'Workspace confirmation code',
    'Your confirmation code is below. Enter it in your browser and you will be signed in.\n\nABC-DEF',
    'ABC-DEF',
  ),
  email('Your launch code', 'Continue signing up by entering the code below:\n\n40718263', '40718263'),
  email(
    'Guard',
    'Here is the code you need to log in to the account ada:\n\nR5TGK\n\nThis email was sent because of a login from 203.0.113.9.',
    'R5TGK',
  ),
  email(
    '918204 is your Example code',
    'Someone tried to log in. If this was you, use the code in the subject to confirm your identity.',
    '918204',
  ),
  email('Payments', 'Example: 771046 is your security code. Do not share your code with anyone.', '771046'),
  email(
    'Verify',
    'To verify your email address, please use the following One Time Password (OTP):\n\n550 173\n\nCase 20261127',
    '550173',
  ),
];
