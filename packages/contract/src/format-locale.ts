import { withNumbersOf } from './format-money.ts';
import { fallbackLocale, type LocaleTag } from './locales.ts';

/**
 * Returns the locale that numbers, names and dates are formatted in: the language of the messages with the
 * requested region, or else the player's, and Latin digits, as in inputs. English, and languages without a
 * file of their own, have the numbers of that region: who reads English in Indonesia still writes 75.000.
 * @param requested - the locale that the host requests
 * @param language - the language of the messages
 * @param country - the player's, ISO 3166-1: the region of a locale that names none
 */
export function resolveFormatLocale(
  requested: string,
  language: LocaleTag,
  country?: string,
): string {
  try {
    const own = new Intl.Locale(language);
    const asked = new Intl.Locale(requested.trim().replaceAll('_', '-'));
    const isOwn = asked.language === own.language;
    const region = asked.region ?? (isOwn ? own.region : undefined) ?? country;
    const options = region === undefined ? {} : { region: region.toUpperCase() };
    const format = toLatin(new Intl.Locale(language, options).toString());
    if (language !== fallbackLocale) return isOwn ? format : toLatin(language);
    const numbers = isOwn ? numbersIn(region) : numbersOf(asked, region);
    return numbers === null ? format : withNumbersOf(format, numbers);
  } catch {
    return toLatin(language);
  }
}

/** The calendar is that of the inputs, too: Thai has the Buddhist one, and English in Thailand. */
const toLatin = (tag: string) => `${tag}-u-ca-gregory-nu-latn`;

/** A language without a file writes as its named region does, or else as the player's country. */
function numbersOf(asked: Intl.Locale, region: string | undefined): string | null {
  if (asked.region !== undefined) return asked.baseName;
  return region === undefined ? asked.language : numbersIn(region);
}

/** Returns the language that most people of a region write, with the region: `id-ID`. */
function numbersIn(region: string | undefined): string | null {
  if (region === undefined) return null;
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  return language === fallbackLocale ? null : `${language}-${region.toUpperCase()}`;
}
