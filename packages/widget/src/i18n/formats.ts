import { type LocaleTag, numberLocale } from '@kassa/contract';

/** What the cashier writes by locale, but for money and numbers, which have functions of their own. */
export interface Formats {
  DateTimeFormat: Format<Intl.DateTimeFormatOptions, Intl.DateTimeFormat['format']>;
  RelativeTimeFormat: Format<undefined, Intl.RelativeTimeFormat['format']>;
  ListFormat: Format<Intl.ListFormatOptions, Intl.ListFormat['format']>;
  NumberFormat: Format<Intl.NumberFormatOptions, (value: number) => string>;
  DisplayNames: new (
    locale: string,
    options: Intl.DisplayNamesOptions,
  ) => Pick<Intl.DisplayNames, 'of'>;
}

/** Writes dates and times. */
export type TimeFormat = InstanceType<Formats['DateTimeFormat']>;

type Format<Options, Write> = new (locale: string, options?: Options) => { format: Write };

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
