import * as z from 'zod/mini';
import type { Fields } from './sealed.ts';
import { type SealContext, SealError, type Vault } from './vault.ts';

/** What a player paid with or was paid to. Payment details: never log, never show unmasked. */
export interface Details {
  fields: Fields;
  /** The fields that make the destination, as they are compared: not the names of people. */
  destination: Fields;
}

const detailsSchema = z.object({
  fields: z.record(z.string(), z.string()),
  destination: z.record(z.string(), z.string()),
});

/** Returns the context that binds sealed details (`fields_sealed`) to their row. */
function toDetailsContext(row: { brand_id: string; id: string }): SealContext {
  return { table: 'saved_details', brandId: row.brand_id, id: row.id };
}

export function sealDetails(
  vault: Vault,
  row: { brand_id: string; id: string },
  { fields, destination }: Details,
): string {
  return vault.seal(JSON.stringify({ fields, destination }), toDetailsContext(row));
}

/** @throws SealError if the text can't be opened, or doesn't hold details. */
export function openDetails(
  vault: Vault,
  row: { brand_id: string; id: string },
  sealed: string,
): Details {
  const parsed = detailsSchema.safeParse(JSON.parse(vault.open(sealed, toDetailsContext(row))));
  if (!parsed.success) throw new SealError();
  return parsed.data;
}

/**
 * Returns the digests of a destination under every key of the ring, the first key's first. What makes
 * no difference is left out of it before (money/saved-details/identify-destination.ts), while the
 * vault ignores dashes and case, which tell two e-mail addresses apart: hence the hexadecimals.
 */
export function digestsOfDetails(
  vault: Vault,
  { brandId, paymentMethod }: { brandId: string; paymentMethod: string },
  destination: Fields,
): string[] {
  const parts = Object.keys(destination)
    .sort()
    .map((name) => [name, destination[name]]);
  const exact = Buffer.from(JSON.stringify([paymentMethod, ...parts])).toString('hex');
  return vault.blindIndexes({ brandId, kind: 'destination' }, exact);
}
