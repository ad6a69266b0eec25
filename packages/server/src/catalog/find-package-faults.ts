import { compareDecimals, decimalsOf, findCountry, fitsCurrency } from '@kassa/contract';
import type { CatalogCoinBox } from './catalog-schema.ts';

/** What is wrong with a field of a package. */
export interface PackageFault {
  field: keyof CatalogCoinBox;
  message: string;
}

/**
 * Returns what is wrong with a coin package besides its form, whether it comes from a file or from the
 * operator API.
 */
export function findPackageFaults(box: CatalogCoinBox): PackageFault[] {
  const { gcAmount, scAmount, price, priceCurrencyCode, fullPrice, startsAt, endsAt } = box;
  const faults: PackageFault[] = [];
  const report = (field: keyof CatalogCoinBox, message: string) => faults.push({ field, message });
  // Gold coins are what the player buys; the sweep coins are free and may be zero (§1).
  if (compareDecimals(gcAmount, '0') <= 0) report('gcAmount', 'must be more than zero');
  if (compareDecimals(scAmount, '0') < 0) report('scAmount', 'must not be below zero');
  if (compareDecimals(price, '0') <= 0) report('price', 'must be more than zero');
  if (!fitsCurrency(price, priceCurrencyCode)) {
    report('price', `${priceCurrencyCode} has ${decimalsOf(priceCurrencyCode)} decimals`);
  }
  if (!fitsCurrency(gcAmount, 'QGC')) report('gcAmount', 'has too many decimals');
  if (!fitsCurrency(scAmount, 'QSC')) report('scAmount', 'has too many decimals');
  if (fullPrice !== undefined && compareDecimals(fullPrice, price) <= 0) {
    report('fullPrice', 'must be above the price');
  }
  if (startsAt !== undefined && endsAt !== undefined && new Date(startsAt) >= new Date(endsAt)) {
    report('endsAt', 'must be after the start');
  }
  for (const code of box.countries ?? []) {
    if (!isCountry(code)) report('countries', `there is no country "${code}"`);
  }
  return faults;
}

/** Returns the regions, and the countries among them, that lie in no country. */
export function findUnknownRegions(regions: readonly string[]): string[] {
  return regions.filter((region) => !isCountry(region.slice(0, 2)));
}

// Not only those of the catalogue: a player may come from any.
const isCountry = (code: string) => findCountry(code) !== undefined;
