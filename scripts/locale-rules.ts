// The rules for locales/: each language has English's messages with the same placeholders, in a
// valid syntax, with the language's plural forms and marks, and without English. Only a language
// marked complete must have all messages.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { LocaleTag } from '../packages/contract/src/locales.ts';
import { numberLocale } from '../packages/contract/src/number-locale.ts';
import { detectEnglish, findEnglishWords } from './english-left.ts';
import { notEnglish } from './not-english.ts';
import { checkWording, listTexts, withoutPlaceholders } from './wording-rules.ts';

type Messages = ReadonlyMap<string, string>;

/** A row of the locale table, as far as it concerns the file. */
export interface LocaleRow {
  direction: 'ltr' | 'rtl';
  /** Whether its file must have every message. */
  isComplete?: boolean;
}

/** A language's progress. */
export type LocaleProgress = { tag: string } & (
  | { kind: 'notStarted' }
  | { kind: 'started'; translated: number; total: number }
);

export interface LocalesReport {
  /** Each problem names its file and key. The folder is valid if there are none. */
  problems: string[];
  /** One entry per row of the table. */
  progress: LocaleProgress[];
  /** The messages that nothing but the words tells from English, with the reason. */
  undetected: { file: string; key: string; reason: string }[];
}

/** The parts of a message that must agree between languages. */
interface Shape {
  /** Placeholders, and whether they are numbers. */
  isNumber: Map<string, boolean>;
  /** The options of each `select`, sorted. */
  options: Map<string, string>;
  /** The categories of each plural, which is cardinal or ordinal. */
  plurals: { name: string; type: Intl.PluralRuleType; categories: string[] }[];
}

/** The source of all languages. */
const sourceTag: LocaleTag = 'en';

/** Checks a folder of `<tag>.json` files against the table and against its English file. */
export function checkLocales(
  folder: string,
  rows: Readonly<Partial<Record<LocaleTag, LocaleRow>>>,
): LocalesReport {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const english = readMessages(folder, `${sourceTag}.json`).messages;
  const report: LocalesReport = { problems: [], progress: [], undetected: [] };
  for (const [tag, row] of Object.entries(rows) as [LocaleTag, LocaleRow][]) {
    const file = `${tag}.json`;
    if (!files.includes(file)) {
      if (row.isComplete) report.problems.push(`${file}: the file is missing`);
      report.progress.push({ tag, kind: 'notStarted' });
      continue;
    }
    const { messages, problems } = readMessages(folder, file);
    const missing = [...english.keys()].filter((key) => !messages.has(key));
    const incomplete = row.isComplete ? missing.map((key) => `${key}: is missing`) : [];
    report.problems.push(
      ...[...problems, ...incomplete, ...checkMessages(tag, messages, english)].map(
        (problem) => `${file}: ${problem}`,
      ),
    );
    if (tag !== sourceTag) {
      const found = checkEnglish(tag, messages, english);
      report.problems.push(...found.problems.map((problem) => `${file}: ${problem}`));
      report.undetected.push(...found.undetected.map((message) => ({ file, ...message })));
    }
    const total = english.size;
    report.progress.push({ tag, kind: 'started', translated: total - missing.length, total });
  }
  const filesWithoutRow = files.filter(
    (file) => !Object.hasOwn(rows, path.basename(file, '.json')),
  );
  report.problems.push(
    ...filesWithoutRow.map((file) => `${file}: has no row in packages/contract/src/locales.ts`),
  );
  return report;
}

function checkMessages(tag: LocaleTag, messages: Messages, english: Messages) {
  const keys = [...messages.keys()];
  return [
    ...[...messages].flatMap(([key, message]) =>
      checkMessage(tag, message, english.get(key), `${sourceTag}.json`).map(
        (problem) => `${key}: ${problem}`,
      ),
    ),
    ...keys
      .filter((key) => keys.some((other) => other.startsWith(`${key}.`)))
      .map((key) => `${key}: is also the beginning of other keys`),
    // In a compiled file, `~` lists the missing messages.
    ...keys
      .filter((key) => !/^[\w-]+(\.[\w-]+)*$/.test(key))
      .map((key) => `${key}: is not a valid key; keys are words with points between them`),
  ];
}

/** Finds English messages, and those that the detector can't judge. */
function checkEnglish(tag: LocaleTag, messages: Messages, english: Messages) {
  const problems: string[] = [];
  const undetected: { key: string; reason: string }[] = [];
  const exceptions = notEnglish[tag] ?? {};
  for (const [key, message] of messages) {
    // A message without a valid syntax is reported as such.
    if (typeof readShape(message) === 'string') continue;
    const texts = listTexts(message).map(withoutPlaceholders);
    const words = texts.flatMap((text) => findEnglishWords(tag, text));
    const judgements = texts.map((text) => detectEnglish(tag, text));
    const signs = [
      ...(words.length > 0 ? [`has the English “${words[0]}”`] : []),
      ...(isUntranslated(tag, message, english.get(key)) ? ['is the same as in English'] : []),
      ...(judgements.some((judgement) => judgement === 'english') ? ['reads as English'] : []),
    ];
    const reason = exceptions[key];
    if (reason === undefined) problems.push(...signs.map((sign) => `${key}: ${sign}`));
    else if (signs.length > 0) undetected.push({ key, reason });
    else problems.push(`${key}: needs no line in not-english.ts`);
    const unheard = judgements.find((judgement) => judgement !== 'english' && judgement !== 'own');
    if (unheard !== undefined) undetected.push({ key, reason: unheard });
  }
  return { problems, undetected };
}

/** Whether three or more words are those of English. Hinglish has the trade's words in English. */
function isUntranslated(tag: LocaleTag, message: string, english: string | undefined): boolean {
  const words = message.split(/\s+/).filter((word) => /^\p{L}{2,}/u.test(word));
  return message === english && words.length > 2 && tag !== 'hi-Latn-IN';
}

/** Reads a file of flat messages; any other value is a problem. */
function readMessages(folder: string, file: string): { messages: Messages; problems: string[] } {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  } catch (error) {
    return { messages: new Map(), problems: [`can't be read: ${describe(error)}`] };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { messages: new Map(), problems: ['is not one flat object'] };
  }
  const messages = new Map<string, string>();
  const problems: string[] = [];
  for (const [key, message] of Object.entries(json)) {
    if (typeof message === 'string' && message.trim() !== '') messages.set(key, message);
    else problems.push(`${key}: is not a text`);
  }
  return { messages, problems };
}

function checkMessage(
  tag: LocaleTag,
  message: string,
  english: string | undefined,
  source: string,
): string[] {
  const shape = readShape(message);
  if (typeof shape === 'string') return [`is not a valid ICU message: ${shape}`];
  const wording = new Set(listTexts(message).flatMap((text) => checkWording(tag, text)));
  const problems = [...checkPlurals(tag, shape), ...wording];
  if (english === undefined) return [...problems, `is not in ${source}`];
  const expected = readShape(english);
  // An invalid English message is reported for its own file.
  return typeof expected === 'string'
    ? problems
    : [...problems, ...compare(shape, expected, source)];
}

function readShape(message: string): Shape | string {
  const shape: Shape = { isNumber: new Map(), options: new Map(), plurals: [] };
  try {
    collect(parse(message, { requiresOtherClause: true }), shape);
  } catch (error) {
    return describe(error);
  }
  return shape;
}

function collect(elements: MessageFormatElement[], shape: Shape): void {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const { value: name } = element;
    const isNumber = element.type === TYPE.number || element.type === TYPE.plural;
    shape.isNumber.set(name, isNumber || shape.isNumber.get(name) === true);
    if (element.type === TYPE.tag) collect(element.children, shape);
    if (element.type !== TYPE.select && element.type !== TYPE.plural) continue;
    const options = Object.keys(element.options);
    if (element.type === TYPE.select) shape.options.set(name, options.sort().join(', '));
    else {
      const categories = options.filter((option) => !option.startsWith('='));
      shape.plurals.push({ name, type: element.pluralType ?? 'cardinal', categories });
    }
    for (const option of Object.values(element.options)) collect(option.value, shape);
  }
}

/** A plural needs every category that a count can have, and none that the language never uses. */
function checkPlurals(tag: string, { plurals }: Shape): string[] {
  return plurals.flatMap(({ name, type, categories }) => {
    const rules = new Intl.PluralRules(numberLocale(tag), { type });
    const known: string[] = rules.resolvedOptions().pluralCategories;
    return [
      ...usedCategories(rules)
        .filter((category) => !categories.includes(category))
        .map((category) => `the plural of {${name}} lacks "${category}"`),
      ...categories
        .filter((category) => !known.includes(category))
        .map((category) => `the plural of {${name}} has "${category}", which ${tag} never uses`),
    ];
  });
}

/**
 * Returns the plural categories of counts up to 1,000; the Spanish one for whole millions isn't
 * required.
 */
function usedCategories(rules: Intl.PluralRules): string[] {
  return [...new Set(Array.from({ length: 1001 }, (_, count) => rules.select(count)))];
}

function compare(shape: Shape, english: Shape, source: string): string[] {
  const names = [...shape.isNumber.keys()];
  return [
    ...[...english.isNumber.keys()]
      .filter((name) => !shape.isNumber.has(name))
      .map((name) => `lacks the placeholder {${name}}`),
    ...names
      .filter((name) => !english.isNumber.has(name))
      .map((name) => `has the placeholder {${name}}, which ${source} doesn't fill`),
    ...names
      .filter((name) => shape.isNumber.get(name) && english.isNumber.get(name) === false)
      .map((name) => `takes {${name}} for a number, which it isn't in ${source}`),
    ...[...english.options]
      .filter(([name, options]) => shape.options.get(name) !== options)
      .map(([name, options]) => `the select of {${name}} must have exactly: ${options}`),
  ];
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
