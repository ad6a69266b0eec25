import { locales } from '../choices.ts';

/** An option of a select: its value and its text. */
export type SelectOption = readonly [value: string, text: string];

/** Returns countries with their English names, sorted by name. */
export function countryOptions(codes: readonly string[]): SelectOption[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return codes
    .map((code): SelectOption => [code, names.of(code.toUpperCase()) ?? code])
    .sort(([, left], [, right]) => left.localeCompare(right, 'en'));
}

export function currencyOptions(codes: readonly string[]): SelectOption[] {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  return codes.map((code) => {
    const name = names.of(code);
    // Coins of sweepstakes have no name there.
    return [code, name === undefined || name === code ? code : `${code} · ${name}`];
  });
}

/** Returns each language with its own name for itself. */
export function localeOptions(): SelectOption[] {
  return locales.map(localeOption);
}

/** Returns a locale of any region with its own name for itself. */
export function localeOption(tag: string): SelectOption {
  return [tag, new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag];
}
