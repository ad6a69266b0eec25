import type { CallResponse } from '@kassa/contract';
import { findByDigits } from './card-ranges.ts';
import type { Catalog } from './catalog-schema.ts';

/**
 * Returns the scheme and the bank of a card by its BIN, the first 6 to 8 digits of its number (§7).
 * An issuer with a prefix of 8 digits is found only by a BIN of 8 digits.
 */
export function findCard(
  { cardSchemes, cardIssuers }: Pick<Catalog, 'cardSchemes' | 'cardIssuers'>,
  bin: string,
): CallResponse<'bank-get'> {
  const scheme = findByDigits(cardSchemes, bin);
  const issuer = findByDigits(cardIssuers, bin);
  return {
    scheme: scheme === undefined ? null : { name: scheme.name, iconId: scheme.iconId ?? null },
    bank: issuer === undefined ? null : { name: issuer.bank, country: issuer.country ?? null },
  };
}
