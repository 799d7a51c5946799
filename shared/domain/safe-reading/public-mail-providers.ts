/**
 * Domains under which providers give addresses to everyone, some of which resemble each other: `mail.com` and
 * `gmail.com`, `gmx.de` and `gmx.net`. Such a domain is never an imitation.
 */
export const PUBLIC_MAIL_PROVIDERS: ReadonlySet<string> = new Set([
  ...['126.com', '139.com', '163.com', 'aim.com', 'alice.it', 'aliyun.com', 'aol.com', 'arcor.de', 'att.net'],
  ...['bellsouth.net', 'bigpond.com', 'bluewin.ch', 'bol.com.br', 'btinternet.com', 'comcast.net', 'cox.net'],
  ...['daum.net', 'duck.com', 'earthlink.net', 'email.com', 'fastmail.com', 'fastmail.fm', 'foxmail.com', 'free.fr'],
  ...['freenet.de', 'gmail.com', 'gmx.at', 'gmx.ch', 'gmx.com', 'gmx.de', 'gmx.net', 'googlemail.com', 'hanmail.net'],
  ...['hey.com', 'hotmail.ca', 'hotmail.co.uk', 'hotmail.com', 'hotmail.com.br', 'hotmail.de', 'hotmail.es'],
  ...['hotmail.fr', 'hotmail.it', 'hushmail.com', 'icloud.com', 'inbox.com', 'inbox.ru', 'interia.pl', 'laposte.net'],
  ...['libero.it', 'list.ru', 'live.ca', 'live.co.uk', 'live.com', 'live.de', 'live.fr', 'live.it', 'live.nl'],
  ...['mac.com', 'mail.com', 'mail.de', 'mail.ru', 'mailbox.org', 'me.com', 'msn.com', 'naver.com', 'o2.pl'],
  ...['onet.pl', 'orange.fr', 'outlook.com', 'outlook.com.br', 'outlook.de', 'outlook.es', 'outlook.fr', 'outlook.it'],
  ...['pm.me', 'posteo.de', 'proton.me', 'protonmail.ch', 'protonmail.com', 'qq.com', 'rambler.ru', 'rediffmail.com'],
  ...['rocketmail.com', 'sbcglobal.net', 'seznam.cz', 'sfr.fr', 'shaw.ca', 'sina.com', 'sohu.com', 't-online.de'],
  ...['terra.com.br', 'tiscali.it', 'tuta.com', 'tutanota.com', 'ukr.net', 'uol.com.br', 'verizon.net', 'virgilio.it'],
  ...['virginmedia.com', 'wanadoo.fr', 'web.de', 'wp.pl', 'ya.ru', 'yahoo.ca', 'yahoo.co.in', 'yahoo.co.jp'],
  ...['yahoo.co.uk', 'yahoo.com', 'yahoo.com.ar', 'yahoo.com.au', 'yahoo.com.br', 'yahoo.com.mx', 'yahoo.de'],
  ...['yahoo.es', 'yahoo.fr', 'yahoo.in', 'yahoo.it', 'yandex.com', 'yandex.ru', 'yeah.net', 'ymail.com', 'zoho.com'],
]);
