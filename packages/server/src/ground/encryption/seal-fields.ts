import * as z from 'zod/mini';
import { type SealContext, SealError, type Vault } from './vault.ts';

/** What a player typed, by field name. Payment details: never log, never show unmasked. */
export type Fields = Record<string, string>;

const fieldsSchema = z.record(z.string(), z.string());

/** Seals a row's fields for its column `fields_sealed`; null where there are none. */
export function sealFields(
  vault: Vault,
  context: SealContext,
  fields: Fields | undefined,
): string | null {
  if (fields === undefined || Object.keys(fields).length === 0) return null;
  return vault.seal(JSON.stringify(fields), context);
}

/**
 * Opens a row's column `fields_sealed`; an empty one holds no fields.
 * @throws SealError where it can't be opened, or holds something else.
 */
export function openFields(vault: Vault, context: SealContext, sealed: string | null): Fields {
  if (sealed === null) return {};
  const parsed = fieldsSchema.safeParse(JSON.parse(vault.open(sealed, context)));
  if (!parsed.success) throw new SealError();
  return parsed.data;
}
