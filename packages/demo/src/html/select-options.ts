import { locales } from '../choices.ts';

/** A choice of a select: its value and what is read. */
export type SelectOption = readonly [value: string, text: string];

/** Countries by their English names, in the order of these. */
export function countryOptions(codes: readonly string[]): SelectOption[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return codes
    .map((code): SelectOption => [code, names.of(code.toUpperCase()) ?? code])
    .sort(([, left], [, right]) => left.localeCompare(right, 'en'));
}

export function currencyOptions(codes: readonly string[]): SelectOption[] {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  return codes.map((code) => [code, `${code} · ${names.of(code) ?? code}`]);
}

/** Each language by its own name, as a language menu has it. */
export function localeOptions(): SelectOption[] {
  return locales.map((tag) => [
    tag,
    new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag,
  ]);
}
