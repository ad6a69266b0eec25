import * as z from 'zod/mini';
import type { Fields } from './sealed.ts';
import { type SealContext, SealError, type Vault } from './vault.ts';

/** What a player paid with or was paid to. Payment details: never log, never show unmasked. */
export interface Details {
  fields: Fields;
  /** The names of the fields that make the destination: not the names of people. */
  destinationFields: readonly string[];
}

const detailsSchema = z.object({
  fields: z.record(z.string(), z.string()),
  destinationFields: z.array(z.string()),
});

/** Returns the context that binds sealed details (`fields_sealed`) to their row. */
function toDetailsContext(row: { brand_id: string; id: string }): SealContext {
  return { table: 'saved_details', brandId: row.brand_id, id: row.id };
}

export function sealDetails(
  vault: Vault,
  row: { brand_id: string; id: string },
  { fields, destinationFields }: Details,
): string {
  return vault.seal(JSON.stringify({ fields, destinationFields }), toDetailsContext(row));
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
 * Returns the digests of a destination under every key of the ring, the first key's first. Spaces,
 * dashes and case are ignored.
 */
export function digestsOfDetails(
  vault: Vault,
  { brandId, paymentMethod }: { brandId: string; paymentMethod: string },
  { fields, destinationFields }: Details,
): string[] {
  const parts = [...destinationFields].sort().map((name) => [name, fields[name] ?? '']);
  const canonical = JSON.stringify([paymentMethod, ...parts]);
  return vault.blindIndexes({ brandId, kind: 'destination' }, canonical);
}
