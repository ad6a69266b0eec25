import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
function check(files: Record<string, unknown>, rows: Record<string, LocaleRow>) {
  for (const [tag, content] of Object.entries({ en: english, ...files })) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(path.join(folder, `${tag}.json`), text);
  }
  return checkLocales(folder, { en: complete, ...rows }, 'en');
}

const { back: _, ...lacksBack } = russian;

describe('a language marked complete', () => {
  test('passes with every message', () => {
    expect(check({ ru: russian }, { ru: complete })).toEqual({
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
