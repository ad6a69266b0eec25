// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { formatMoney, formatPercent, type LocaleTag, numberLocale } from '@kassa/contract';
import compile from 'icu-minify/compile';
import { createTranslator } from 'use-intl/core';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatsOf, loadFormats } from './formats.ts';
import { resolvePlayerLocale } from './player-locale.ts';

type Translate = (key: 'm', values: Record<string, number>) => string;

const source = path.resolve(import.meta.dirname, '..');
const own: readonly LocaleTag[] = ['az', 'kk', 'ky', 'tg', 'uz'];

/** 4 December 2026, a Friday, 15:05:09 UTC. */
const at = new Date(Date.UTC(2026, 11, 4, 15, 5, 9));

/** The formats of each language that has a file: one line a language. */
const [head = '', ...lines] = readFileSync(path.join(import.meta.dirname, 'formats.tsv'), 'utf8')
  .trimEnd()
  .split('\n');
const columns = head.split('\t').slice(1);

beforeAll(async () => {
  for (const tag of own) await loadFormats(tag);
});
afterEach(() => vi.unstubAllGlobals());

/** Removes what no reader sees: the kinds of spaces, and marks of direction. */
const seen = (text: string) =>
  text.replace(/[\u00a0\u2009\u202f]/g, ' ').replace(/[\u061c\u200e\u200f\u2066-\u2069]/g, '');

function write(tag: LocaleTag): Record<string, string> {
  const { format } = resolvePlayerLocale(tag);
  const { DateTimeFormat, ListFormat, RelativeTimeFormat, NumberFormat, DisplayNames } =
    formatsOf(format);
  const moment = (options: Intl.DateTimeFormatOptions) =>
    new DateTimeFormat(format, { timeZone: 'UTC', ...options }).format(at);
  const rules = new Intl.PluralRules(numberLocale(format));
  return {
    day: moment({ dateStyle: 'medium' }),
    moment: moment({ dateStyle: 'long', timeStyle: 'short' }),
    receipt: moment({ dateStyle: 'medium', timeStyle: 'long' }),
    month: moment({ day: 'numeric', month: 'long' }),
    weekday: moment({ weekday: 'short', day: 'numeric', month: 'short' }),
    time: moment({ timeStyle: 'short' }),
    money: formatMoney({ amount: '1234567.5', currency: 'EUR' }, format),
    percent: formatPercent(7.5, format),
    file: new NumberFormat(format, {
      style: 'unit',
      unit: 'megabyte',
      maximumFractionDigits: 1,
    }).format(1.5),
    list: new ListFormat(format).format(['A', 'B', 'C']),
    left: new RelativeTimeFormat(format).format(5, 'hour'),
    country: new DisplayNames(format, { type: 'region' }).of('UZ') ?? '',
    plural: [0, 1, 2, 5, 11, 21, 100].map((count) => rules.select(count)).join(' '),
  };
}

const writeRow = (tag: LocaleTag) => {
  const written = write(tag);
  return columns.map((column) => seen(written[column] ?? ''));
};

test('the table has each language with a file', () => {
  const folder = path.resolve(source, '../../../locales');
  const tags = readdirSync(folder).map((file) => path.basename(file, '.json'));
  expect(lines.map((line) => line.split('\t')[0]).sort()).toEqual(tags.sort());
});

test.each(lines.map((line) => line.split('\t')))('formats of %s', (tag = '', ...cells) => {
  expect(writeRow(tag as LocaleTag)).toEqual(cells);
});

describe.each(own)('%s, which Chromium has no data for', (tag) => {
  test('is written without asking the engine for it', () => {
    const inNode = writeRow(tag);
    vi.stubGlobal('Intl', refuse(own));
    expect(writeRow(tag)).toEqual(inNode);
  });

  test('has each country’s name', () => {
    const { DisplayNames } = formatsOf(tag);
    const names = new DisplayNames(tag, { type: 'region' });
    const inNode = new Intl.DisplayNames(tag, { type: 'region' });
    const codes = ['DE', 'GB', 'HK', 'KG', 'KZ', 'TJ', 'TR', 'US', 'UZ', 'XK'];
    // The messages have another apostrophe than CLDR.
    expect(codes.map((code) => names.of(code))).toEqual(
      codes.map((code) => inNode.of(code)?.replaceAll('ʻ', '‘')),
    );
  });

  test('has the plural form of each count in each message', () => {
    vi.stubGlobal('Intl', refuse(own));
    const file = path.resolve(source, `../../../locales/${tag}.json`);
    const texts: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
    const plurals = Object.values(texts).filter((message) => message.includes(', plural,'));
    expect(plurals.length).toBeGreaterThan(30);
    const locale = numberLocale(resolvePlayerLocale(tag).format);
    for (const message of plurals) {
      const messages = { m: nameForms(compile(message)) };
      const translate: Translate = createTranslator({ locale, messages });
      for (const count of [1, 2, 5, 11, 21, 101]) {
        const form = count === 1 ? 'one' : 'other';
        expect(translate('m', countsOf(message, count))).toContain(`<${form}>`);
      }
    }
  });
});

test('numbers of countries whose language Chromium has no data for', () => {
  vi.stubGlobal('Intl', refuse(['az', 'hy', 'ka', 'ky', 'sq', 'tg', 'tk', 'uz']));
  const inEnglish = (country: string) => {
    const { format } = resolvePlayerLocale('en', 'en', country);
    return seen(formatMoney({ amount: '1234567.5', currency: 'EUR' }, format));
  };
  expect(['az', 'am', 'ge', 'kg', 'tj', 'tm', 'uz'].map(inEnglish)).toEqual([
    '€1.234.567,50',
    ...Array.from({ length: 6 }, () => '€1 234 567,50'),
  ]);
});

test('years are those of the inputs', () => {
  for (const [requested, country] of [['th'], ['en', 'th'], ['ar-SA'], ['fa-IR']] as const) {
    const { format } = resolvePlayerLocale(requested, undefined, country);
    const { DateTimeFormat } = formatsOf(format);
    expect(new DateTimeFormat(format, { dateStyle: 'medium' }).format(at)).toContain('2026');
  }
});

test('all formats are those of this module', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.stories)\.tsx?$/.test(file))
    .filter((file) => !/^(i18n\/own-formats|early)\//.test(file));
  const direct = /new Intl\.\w*(Format|Names)\b|\.toLocale(Date|Time)?String\(/;
  expect(files.length).toBeGreaterThan(100);
  expect(
    files.filter((file) => direct.test(readFileSync(path.join(source, file), 'utf8'))),
  ).toEqual([]);
});

/** Returns an Intl whose formats throw where they are asked for one of these languages. */
function refuse(languages: readonly string[]): typeof Intl {
  const isRefused = (locale: string) => languages.includes(locale.slice(0, 2));
  return new Proxy(Intl, {
    get(intl, name: keyof typeof Intl) {
      if (name === 'Locale' || typeof intl[name] !== 'function') return intl[name];
      return new Proxy(intl[name], {
        construct(Format, [locales = [], ...rest]) {
          if ([locales].flat().some(isRefused)) throw new Error(`${name} of ${locales}`);
          return Reflect.construct(Format, [locales, ...rest]);
        },
      });
    },
  });
}

/** Replaces the text of each plural form by the form's name. */
function nameForms(message: unknown): string {
  const named = (part: unknown): unknown => {
    if (!Array.isArray(part)) return part;
    const [, type, forms] = part;
    if (type === 2)
      return [part[0], 2, Object.fromEntries(Object.keys(forms).map((key) => [key, `<${key}>`]))];
    return part.map(named);
  };
  // Compiled messages are arrays, which use-intl's type doesn't allow.
  return named(message) as string;
}

/** Returns the same count for each placeholder of a message. */
function countsOf(message: string, count: number): Record<string, number> {
  return Object.fromEntries(
    [...message.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, count]),
  );
}
