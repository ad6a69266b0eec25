// The rules for the marks of a message and for what stands beside its placeholders.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { LocaleTag } from '../packages/contract/src/locales.ts';
import { type Marks, marks } from './language-marks.ts';

/** Stand for a placeholder of text and for one of a number; the fonts have neither. */
const text = '\uE000';
const number = '\uE001';

/** All quotation marks of the table, and the inch mark. */
const quotes = '"“”„«»‹›「」『』';

/** A sign in a word that is no quotation mark there. */
const apostrophe = /(?<=\p{L})[’‘](?=\p{L})/gu;

/** Returns the texts that a valid message can become, with signs for its placeholders. */
export function listTexts(message: string): string[] {
  return [...new Set(expand(parse(message, { requiresOtherClause: true })))];
}

/** Returns a text without its placeholders. */
export function withoutPlaceholders(found: string): string {
  return found
    .replaceAll(/[\uE000\uE001]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Checks the marks of a text of `listTexts`, and what touches its placeholders. */
export function checkWording(tag: LocaleTag, found: string): string[] {
  return [
    ...checkSpaces(found),
    ...checkMarks(marks[tag], found),
    ...checkPlaceholders(tag, found),
  ];
}

function expand(elements: MessageFormatElement[]): string[] {
  return elements.reduce<string[]>(
    (texts, element) => {
      const ends = expandElement(element);
      return texts.flatMap((start) => ends.map((end) => start + end));
    },
    [''],
  );
}

function expandElement(element: MessageFormatElement): string[] {
  if (element.type === TYPE.literal) return [element.value];
  if (element.type === TYPE.tag) return expand(element.children);
  if (element.type === TYPE.select || element.type === TYPE.plural) {
    return Object.values(element.options).flatMap((option) => expand(option.value));
  }
  return [element.type === TYPE.number || element.type === TYPE.pound ? number : text];
}

function checkSpaces(found: string): string[] {
  if (/[^\S\n]{2}/.test(found)) return ['has two spaces in a row'];
  if (/^\s|\s$|[^\S\n]\n|\n[^\S\n]/.test(found)) return ['has a space at an end of a line'];
  return [];
}

function checkMarks({ quotes: own, dash, refused }: Marks, found: string): string[] {
  const problems: string[] = [];
  const word = found.replaceAll(apostrophe, '');
  const foreign = [...word].find((mark) => quotes.includes(mark) && !own.includes(mark));
  if (foreign !== undefined) problems.push(`has ${foreign} for a quotation mark; write ${own}`);
  if (/'/.test(found)) problems.push("has the straight ' for an apostrophe; write ’");
  if (found.includes('...')) problems.push('has three full stops; write …');
  if (/\s--?\s|--/.test(found)) problems.push('has a hyphen for a dash');
  // Between two placeholders, the dash is that of a range.
  const between = /(?<=[^\uE000\uE001]\s)[—–](?=\s)|[—–](?=\s[^\uE000\uE001])/.exec(found)?.[0];
  if (between !== undefined && between !== dash) {
    problems.push(`has ${between} between clauses; write ${dash ?? 'a colon or a new sentence'}`);
  }
  if (/\d—\d|(?<![\d.-])\d{1,3}-\d{1,3}(?![\d.-])/.test(found))
    problems.push('has a wrong dash between numbers; write –');
  const wrong = refused?.exec(found)?.[0];
  if (wrong !== undefined) problems.push(`has “${wrong}”, a mark or letter of another language`);
  return problems;
}

function checkPlaceholders(tag: LocaleTag, found: string): string[] {
  const own = marks[tag];
  const problems: string[] = [];
  for (const { 0: placeholder, index } of found.matchAll(/[\uE000\uE001]/g)) {
    const after = found.slice(index + 1);
    const before = found.slice(0, index);
    const isAllowed = placeholder === number && own.atNumber?.test(after);
    const touching = /^(?:[’'‘]?\p{L}\p{M}*|-\p{L})+/u.exec(after)?.[0];
    const isSuffix = touching !== undefined && (own.hasSuffixes || /^\p{L}/u.test(touching));
    if (isSuffix && !own.isUnspaced && !isAllowed) {
      problems.push(`has “${touching}” at a placeholder, whose ending depends on the word`);
    }
    const start = /\p{L}\p{M}*ـ?$/u.exec(before)?.[0];
    if (start !== undefined && !own.isUnspaced && !own.before?.test(before)) {
      problems.push(`has “${start}” directly before a placeholder`);
    }
    const next = /^\s([\p{L}\p{M}]+)/u.exec(after)?.[1];
    if (next !== undefined && own.asksForCase?.includes(next)) {
      problems.push(`has “${next}” after a placeholder, which would need a case before it`);
    }
    const particle = tag === 'ko' ? singleParticle.exec(after)?.[0] : undefined;
    if (particle !== undefined)
      problems.push(`has “${particle}” at a placeholder; write both forms`);
  }
  return problems;
}

/** A Korean particle that depends on the last sound, without its other form. */
const singleParticle =
  /^(?:을(?!\(를\))|를(?!\(을\))|이(?!\(가\))|가(?!\(이\))|은(?!\(는\))|는(?!\(은\))|과(?!\(와\))|와(?!\(과\))|으?로)(?!\p{L})/u;
