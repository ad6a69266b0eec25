import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LocaleTag } from '../packages/contract/src/locales.ts';
import { checkLocales, type LocaleRow } from './locale-rules.ts';

const complete: LocaleRow = { direction: 'ltr', isComplete: true };
const partial: LocaleRow = { direction: 'ltr' };

const english = {
  back: 'Back',
  'deposit.submit': 'Deposit {amount}',
  'deposit.count': '{count, plural, one {# method} other {# methods}}',
};
const russian = {
  back: 'Назад',
  'deposit.submit': 'Пополнить на {amount}',
  'deposit.count':
    '{count, plural, one {# способ} few {# способа} many {# способов} other {# способа}}',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'locales-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Checks files, given as objects or as their text, against a table. */
function check(files: Record<string, unknown>, rows: Partial<Record<LocaleTag, LocaleRow>>) {
  for (const [tag, content] of Object.entries({ en: english, ...files })) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(path.join(folder, `${tag}.json`), text);
  }
  return checkLocales(folder, { en: complete, ...rows });
}

const { back: _, ...lacksBack } = russian;

describe('a language marked complete', () => {
  test('passes with every message', () => {
    expect(check({ ru: russian }, { ru: complete })).toMatchObject({
      problems: [],
      progress: [
        { tag: 'en', kind: 'started', translated: 3, total: 3 },
        { tag: 'ru', kind: 'started', translated: 3, total: 3 },
      ],
    });
  });

  test('fails if a message is missing', () => {
    const { problems } = check({ ru: lacksBack }, { ru: complete });
    expect(problems).toEqual(['ru.json: back: is missing']);
  });

  test('fails without a file', () => {
    expect(check({}, { ru: complete }).problems).toEqual(['ru.json: the file is missing']);
  });
});

describe('a language not marked complete', () => {
  test('may have no file: it isn’t started', () => {
    const { problems, progress } = check({}, { ru: partial });
    expect(problems).toEqual([]);
    expect(progress).toContainEqual({ tag: 'ru', kind: 'notStarted' });
  });

  test('may lack messages, which are counted', () => {
    const { problems, progress } = check({ ru: lacksBack }, { ru: partial });
    expect(problems).toEqual([]);
    expect(progress).toContainEqual({ tag: 'ru', kind: 'started', translated: 2, total: 3 });
  });

  test('has its existing messages checked', () => {
    const { problems } = check({ ru: { 'deposit.submit': 'Пополнить' } }, { ru: partial });
    expect(problems).toEqual(['ru.json: deposit.submit: lacks the placeholder {amount}']);
  });
});

test('reports a file without a row in the table', () => {
  expect(check({ xx: russian }, {}).problems).toEqual([
    'xx.json: has no row in packages/contract/src/locales.ts',
  ]);
});

test.each([
  ['{', /^ru\.json: can't be read: /],
  ['[]', /^ru\.json: is not one flat object$/],
  ['null', /^ru\.json: is not one flat object$/],
  [{ back: 7 }, /^ru\.json: back: is not a text$/],
  [{ back: ' ' }, /^ru\.json: back: is not a text$/],
  [{ back: { deeper: 'Назад' } }, /^ru\.json: back: is not a text$/],
  [{ forth: 'Вперёд' }, /^ru\.json: forth: is not in en\.json$/],
  [{ back: 'Назад {' }, /^ru\.json: back: is not a valid ICU message: /],
  [{ 'deposit.submit': '{amount} {fee}' }, /has the placeholder \{fee\}, which en\.json doesn't/],
  [{ 'deposit.submit': '{amount, number}' }, /takes \{amount\} for a number/],
  [{ 'deposit.count': '{count, plural, one {#} other {#}}' }, /lacks "few"/],
  [
    { 'deposit.count': '{count, plural, zero {0} one {#} few {#} many {#} other {#}}' },
    /has "zero", which ru never uses/,
  ],
  [{ 'deposit.count': '{count, plural, one {#} few {#} many {#}}' }, /not a valid ICU message/],
])('rejects %j', (russianFile, problem) => {
  const { problems } = check({ ru: russianFile }, { ru: partial });
  expect(problems).toContainEqual(expect.stringMatching(problem));
});

test.each(['~', 'deposit..submit', '.back', 'back.', 'two words', ''])(
  'rejects %j as a key',
  (key) => {
    const { problems } = check({ en: { ...english, [key]: 'Text' } }, {});
    expect(problems).toContainEqual(expect.stringContaining('is not a valid key'));
  },
);

test('rejects a key that is also the beginning of others', () => {
  const { problems } = check({ en: { ...english, deposit: 'Deposit' } }, {});
  expect(problems).toEqual(['en.json: deposit: is also the beginning of other keys']);
});

test('requires exactly the options of English in a select', () => {
  const message = (options: string) => ({ ...english, kind: `{kind, select, ${options}}` });
  const { problems } = check(
    { en: message('card {Card} other {Other}'), ru: { kind: '{kind, select, other {Другое}}' } },
    { ru: partial },
  );
  expect(problems).toEqual(['ru.json: kind: the select of {kind} must have exactly: card, other']);
});

describe('what is beside the words', () => {
  /** Returns the problems of a message in a language, as its file's only one. */
  const find = (tag: LocaleTag, message: string) => {
    const words = { amount: '{amount}', count: '{count, number}', method: '{method}' };
    const used = Object.entries(words).filter(([name]) => message.includes(`{${name}`));
    const source = ['Text', ...used.map(([, placeholder]) => placeholder)].join(' ');
    return check({ en: { key: source }, [tag]: { key: message } }, { [tag]: partial }).problems.map(
      (problem) => problem.replace(`${tag}.json: key: `, ''),
    );
  };

  test.each<[LocaleTag, string, RegExp]>([
    ['ru', 'Ваш  баланс', /two spaces/],
    ['ru', 'Ваш баланс ', /space at an end/],
    ['ru', 'Нажмите “Готово”', /“ for a quotation mark|” for a quotation mark/],
    ['de', 'Drücken Sie "Fertig"', /" for a quotation mark/],
    ['tr', '«Bitti» düğmesi', /« for a quotation mark/],
    ['uz', "Ma'lumot", /straight '/],
    ['pt', 'Aguarde...', /three full stops/],
    ['kk', 'Баланс - аз', /hyphen for a dash/],
    ['de', 'Guthaben — leer', /— between clauses; write –/],
    ['ru', 'Баланс – пуст', /– between clauses; write —/],
    ['id', 'Saldo – kosong', /a colon or a new sentence/],
    ['de', '6-8 Ziffern', /wrong dash between numbers/],
    ['ur', 'رقم, فیس', /“,”, a mark or letter/],
    ['ar', 'متى?', /“\?”, a mark or letter/],
    ['ur', 'فيس', /“ي”, a mark or letter/],
    ['hi', 'पैसे आ गए.', /“ए\.”, a mark or letter/],
    ['bn', 'টাকা এসেছে. এখন', /a mark or letter/],
    ['tr', '{amount}’nin tamamı', /“’nin” at a placeholder/],
    ['tr', '{method}-e git', /“-e” at a placeholder/],
    ['az', '{method}la ödə', /“la” at a placeholder/],
    ['kk', '{amount}ге дейін', /“ге” at a placeholder/],
    ['kk', '{amount} дейін', /“дейін” after a placeholder/],
    ['ky', '{amount} чейин', /“чейин” after a placeholder/],
    ['ky', '{method}-дан', /“-дан” at a placeholder/],
    ['uz', '{amount}ni yeching', /“ni” at a placeholder/],
    ['uz', '{amount} gacha', /“gacha” after a placeholder/],
    ['az', '{amount} qədər', /“qədər” after a placeholder/],
    ['bn', '{method}-এর জন্য', /“-এর” at a placeholder/],
    ['bn', '{method}টি', /“টি” at a placeholder/],
    ['ur', '{method}سے', /at a placeholder/],
    ['tg', '{method}ро', /“ро” at a placeholder/],
    ['tg', '{method}-и нав', /“-и” at a placeholder/],
    ['es', 'a{amount}', /“a” directly before a placeholder/],
    ['ko', '{method}을 선택', /“을” at a placeholder; write both forms/],
    ['ko', '{method}로 결제', /“로” at a placeholder; write both forms/],
  ])('%s: “%s” is refused', (tag, message, problem) => {
    expect(find(tag, message)).toEqual([expect.stringMatching(problem)]);
  });

  test.each<[LocaleTag, string]>([
    ['ru', '«Готово» — это конец, 6–8 цифр…'],
    ['de', '„Fertig“ – mit {method}-Konto'],
    ['uz', 'Ma’lumot to‘g‘ri: {method} orqali'],
    ['tr', 'IBAN’ını {method} ile gönder'],
    ['bn', '{count, number}টির মধ্যে'],
    ['ar', 'ادفع بـ{method}، ثم عد'],
    ['ko', '{method}을(를) 선택'],
    ['ko', '{amount}까지'],
    ['id', '{amount} – {amount}'],
    ['pt', 'RUT, como 12345678-5'],
  ])('%s: “%s” is right', (tag, message) => {
    expect(find(tag, message)).toEqual([]);
  });

  test.each<[LocaleTag, string, RegExp]>([
    ['kk', 'Enter the code', /has the English “the”/],
    ['de', 'Contact support once more before paying again', /reads as English/],
    ['az', 'Send another proof from the bank, please: nothing arrived', /English “from”/],
    ['hi-Latn-IN', 'Your details', /has the English “your”/],
  ])('%s: “%s” is English', (tag, message, problem) => {
    expect(find(tag, message)).toContainEqual(expect.stringMatching(problem));
  });

  test('a text of three words that is the same as in English is left', () => {
    const same = { key: 'Payment under way' };
    const { problems } = check({ en: same, fr: same }, { fr: partial });
    expect(problems).toEqual(['fr.json: key: is the same as in English']);
  });

  test.each<[LocaleTag, string]>([
    ['th', 'ใส่ UPI ID เช่น name@bank'],
    ['fr', 'JPEG, PNG, WebP, HEIC, AVIF ou PDF'],
    ['ru', 'Введите адрес InstaPay, например name@instapay'],
  ])('%s: “%s” has names and addresses, no English', (tag, message) => {
    expect(find(tag, message)).toEqual([]);
  });

  test('what the detector can’t judge is listed with its reason', () => {
    const files = {
      en: { key: 'Back' },
      de: { key: 'Zurück' },
      'hi-Latn-IN': { key: 'Aapke account se paise wapas aa gaye hain' },
    };
    const { undetected } = check(files, { de: partial, 'hi-Latn-IN': partial });
    expect(undetected).toEqual([
      { file: 'de.json', key: 'key', reason: 'too short for the detector' },
      { file: 'hi-Latn-IN.json', key: 'key', reason: 'a language that the detector doesn’t know' },
    ]);
  });

  test('an exception that isn’t needed any more is refused', () => {
    const key = 'onramp.offers.renewFailed';
    const { problems } = check(
      { en: { [key]: 'Failed' }, pt: { [key]: 'Falhou' } },
      { pt: partial },
    );
    expect(problems).toEqual([`pt.json: ${key}: needs no line in not-english.ts`]);
  });
});
