import type { Fields } from './sealed.ts';
import type { Vault } from './vault.ts';

/** What a player paid with or was paid to. Payment details: never log, never show unmasked. */
export interface Details {
  paymentMethod: string;
  fields: Fields;
  /** The names of the fields that make the destination: not the names of people. */
  destinationFields: readonly string[];
}

/**
 * Returns the digests of a destination under every key of the ring, the first key's first. Spaces,
 * dashes and case are ignored.
 */
export function digestsOfDetails(
  vault: Vault,
  brandId: string,
  { paymentMethod, fields, destinationFields }: Details,
): string[] {
  const parts = [...destinationFields].sort().map((name) => [name, fields[name] ?? '']);
  const canonical = JSON.stringify([paymentMethod, ...parts]);
  return vault.blindIndexes({ brandId, kind: 'destination' }, canonical);
}
