import type { Random } from '../faults/random.ts';

const WORDS = `summer sale order shipping invoice weekly update reader garden kitchen release support meeting account
password discount members event travel winter project community article research report market invitation webinar
product customer delivery receipt payment subscription feature design library coffee mountain river train concert
museum recipe morning evening partner season ticket guide review offer collection store gallery training course`.split(
  /\s+/,
);

const SENTENCES = [
  'Grüße aus München, bis übermorgen.',
  '新しい商品のお知らせ、本日発売。',
  '本周精选文章与活动安排。',
  '이번 주의 새로운 소식입니다.',
  'عرض خاص لفترة محدودة.',
  'חדשות השבוע וההצעות שלנו.',
  'Новости недели и скидки.',
  'नई पेशकश आज से शुरू।',
  'می‌خواهم به شما خبر بدهم.',
  'Überraschung 🎉 für die ganze Familie 👨‍👩‍👧‍👦.',
  'Naïve café, co\u00adoperate and déjà vu.',
];

/** The words of one ordinary email. Each text has a number, so that no two are equal. */
export class Words {
  readonly random: Random;
  #texts = 0;

  constructor(random: Random) {
    this.random = random;
  }

  some(min: number, max = min): string {
    this.#texts += 1;
    const words = Array.from({ length: this.random.int(min, max) }, () => this.random.pick(WORDS));
    return `${words.join(' ')} ${this.#texts}`;
  }

  sentence(): string {
    return this.random.chance(0.2) ? this.random.pick(SENTENCES) : `The ${this.some(4, 12)}.`;
  }

  paragraph(): string {
    return Array.from({ length: this.random.int(1, 3) }, () => this.sentence()).join(' ');
  }

  pick<T>(...choices: readonly T[]): T {
    return this.random.pick(choices);
  }
}
