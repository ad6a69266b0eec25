import { type LocaleTag, locales } from '@kassa/contract';
import { createTranslator } from 'use-intl/core';
import { describe, expect, test } from 'vitest';
import { messagesOf } from '../testing/stage.tsx';
import type { CompiledMessages } from './load-messages.ts';
import { resolvePlayerLocale } from './player-locale.ts';

// scripts/locale-rules.ts checks the files. This test reads the messages as a player does.

const complete = (Object.keys(locales) as LocaleTag[]).filter(
  (tag) => 'isComplete' in locales[tag],
);
const counts = [...Array.from({ length: 26 }, (_, count) => count), 100, 101, 1_000_000];

/** The codes of icu-minify's compiled placeholders: `["name"]`, `["name", type, …]`. */
const types = { select: 1, plural: 2, date: 5, time: 6 };

type Filling = 'text' | 'option' | 'count' | 'number' | 'date';

/** Returns the placeholders of a compiled message, with the kind of value that each one takes. */
function placeholdersOf(message: unknown, found = new Map<string, Filling>()) {
  if (typeof message !== 'object' || message === null) return found;
  const [name, type] = Array.isArray(message) ? message : [];
  if (typeof name === 'string' && (type === undefined || (typeof type === 'number' && type > 0))) {
    if (type === undefined) found.set(name, 'text');
    else if (type === types.select) found.set(name, 'option');
    else if (type === types.date || type === types.time) found.set(name, 'date');
    else if (type === types.plural) found.set(name, 'count');
    else if (found.get(name) !== 'count') found.set(name, 'number');
  }
  for (const part of Object.values(message)) placeholdersOf(part, found);
  return found;
}

/** Returns the keys and compiled messages without the nesting. */
function flatten(messages: CompiledMessages, prefix = ''): [string, string | unknown[]][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' || Array.isArray(value)
      ? [[prefix + key, value] as [string, string | unknown[]]]
      : flatten(value, `${prefix}${key}.`),
  );
}

type Text = (key: string, values: Record<string, string | number | Date>) => string;

/** Returns the function that formats a language's messages. */
function createText(tag: LocaleTag, onProblem: (problem: string) => void): Text {
  return createTranslator({
    locale: resolvePlayerLocale(tag).format,
    // Compiled messages are arrays, which use-intl's type doesn't allow.
    messages: messagesOf(tag) as Record<string, string>,
    onError: (error) => onProblem(error.message),
    getMessageFallback: ({ key }) => key,
    timeZone: 'UTC',
  });
}

describe.each(complete)('%s', (tag) => {
  const problems: string[] = [];
  const compiled = messagesOf(tag);
  const text = createText(tag, (problem) => problems.push(problem));
  const messages = flatten(compiled);

  /** Formats a message with a count; the other placeholders get marks. */
  function read(key: string, message: string | unknown[], count: number): string {
    const values: Record<string, string | number | Date> = {};
    for (const [name, filling] of placeholdersOf(message)) {
      if (filling === 'date') values[name] = new Date(0);
      else values[name] = filling === 'text' || filling === 'option' ? `‹${name}›` : count;
    }
    return text(key, values);
  }

  test('every message formats with all its placeholders', () => {
    for (const [key, message] of messages) {
      const sentence = read(key, message, 3);
      expect(sentence.trim(), key).not.toBe('');
      expect(sentence, key).not.toMatch(/[{}#]|undefined|NaN/);
      for (const [name, filling] of placeholdersOf(message)) {
        if (filling === 'text') expect(sentence, key).toContain(`‹${name}›`);
      }
    }
    expect(problems).toEqual([]);
  });

  test('every count has its plural form', () => {
    const plurals = messages.filter(([, message]) =>
      [...placeholdersOf(message).values()].includes('count'),
    );
    expect(plurals.length).toBeGreaterThan(0);
    for (const [key, message] of plurals) {
      const sentences = counts.map((count) => read(key, message, count));
      for (const sentence of sentences) {
        expect(sentence.trim(), key).not.toBe('');
        expect(sentence, key).not.toMatch(/[{}#]|undefined|NaN/);
      }
      // Small numbers may have their own words; larger ones show the number.
      expect(sentences[25], key).toContain('25');
      expect(sentences.at(-1)?.replace(/\D/g, ''), key).toContain('1000000');
    }
    expect(problems).toEqual([]);
  });
});

test('Russian counts in its own forms', () => {
  const problems: string[] = [];
  const text = createText('ru', (problem) => problems.push(problem));
  expect([1, 3, 11, 21].map((count) => text('deposit.list.found', { count }))).toEqual([
    'Найден 1 способ',
    'Найдено 3 способа',
    'Найдено 11 способов',
    'Найден 21 способ',
  ]);
  expect(problems).toEqual([]);
});

test('Intl knows the tags, and so do screen readers and formats', () => {
  expect(Intl.getCanonicalLocales(Object.keys(locales))).toEqual(Object.keys(locales));
});
