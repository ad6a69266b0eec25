import { type LocaleTag, numberLocale } from '@kassa/contract';
import type { Formats } from './own-formats/own-formats.ts';

/** Writes dates and times. */
export type TimeFormat = InstanceType<Formats['DateTimeFormat']>;

/** By language. */
const own: Record<string, Formats | undefined> = {};

/**
 * Returns the formats of a locale: the browser's, or those of our own where a browser may have none, so
 * that a screen says the same in each of them and on the server, which draws the first.
 */
export const formatsOf = (locale: string): Formats => own[locale.slice(0, 2)] ?? Intl;

/**
 * Loads the formats of our own for a language that Chromium has no data for. Never rejects: without them
 * the browser's remain.
 */
export async function loadFormats(language: LocaleTag): Promise<void> {
  if (numberLocale(language) === language) return;
  try {
    const loading = import('./own-formats/own-formats.ts');
    own[language] = await (await loading).default(language);
  } catch {
    // A file is missing.
  }
}
