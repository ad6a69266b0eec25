import { readFileSync } from 'node:fs';
import path from 'node:path';
import type english from '../../locales/en.json';
import { stack } from '../stack/stack.ts';

export type MessageKey = keyof typeof english;

/** Returns the text of a message key as a pattern to find elements by. */
export type Words = (key: MessageKey) => RegExp;

/**
 * Returns the texts of a language as players read them, so that a journey works in every language
 * and survives a better wording. Placeholders and plurals match any text.
 */
export function loadWords(locale: string): Words {
  const file = path.join(stack.root, 'locales', `${locale}.json`);
  const messages: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  return (key) => {
    const message = messages[key];
    if (message === undefined) throw new Error(`locales/${locale}.json has no "${key}".`);
    return new RegExp(`^${message.split(placeholder).map(RegExp.escape).join('.+')}$`);
  };
}

/**
 * A placeholder of ICU MessageFormat, at most one level deep: `{amount}`,
 * `{count, plural, one {…}}`.
 */
const placeholder = /\{(?:[^{}]|\{[^{}]*\})*\}/;
