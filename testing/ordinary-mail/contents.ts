/** What an ordinary email says, in one language. */
export interface Content {
  readonly language: string;
  readonly subject: string;
  readonly author: string;
  readonly first: string;
  readonly second: string;
  readonly file: string;
}

/** The same in languages of different scripts. */
export const CONTENTS: readonly Content[] = [
  {
    language: 'English',
    subject: 'Your order of today',
    author: 'Ada of the Shop',
    first: 'Thank you for the order of two lamps.',
    second: 'They arrive on Thursday before noon.',
    file: 'order of today.pdf',
  },
  {
    language: 'German',
    subject: 'Ihre Bestellung – Größe 42',
    author: 'Jürgen Groß',
    first: 'Vielen Dank für die “Übersicht” über 20 € und mehr.',
    second: 'Die Schuhe sind übermorgen da – schöne Grüße.',
    file: 'Rechnung für Schuhe.pdf',
  },
  {
    language: 'French',
    subject: 'Votre reçu à télécharger',
    author: 'Zoé Lefèvre',
    first: 'Votre commande a été envoyée à votre adresse, comme prévu.',
    second: 'Merci, et à très bientôt dans notre maison près du château.',
    file: 'reçu numéro 5.pdf',
  },
  {
    language: 'Russian',
    subject: 'Ваш заказ принят',
    author: 'Анна Иванова',
    first: 'Спасибо за заказ двух ламп.',
    second: 'Они придут в четверг до полудня.',
    file: 'счёт за лампы.pdf',
  },
  {
    language: 'Japanese',
    subject: 'ご注文ありがとうございます',
    author: '山田花子',
    first: '二つのランプをご注文いただきました。木曜日の午前中に届きます。',
    second: 'またのご利用をお待ちしております。😀',
    file: '請求書.pdf',
  },
];
