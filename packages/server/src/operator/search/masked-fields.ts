import * as z from 'zod/mini';
import type { Core } from '../../core/core.ts';
import { toSealContext } from '../../ground/encryption/fields-subject.ts';
import { maskFields } from '../../ground/encryption/mask-value.ts';
import { openFields } from '../../ground/encryption/seal-fields.ts';
import { SealError } from '../../ground/encryption/vault.ts';

/** What the player typed, each value masked; null where its key isn't in the ring any more. */
export const maskedFieldsSchema = z.nullable(z.record(z.string(), z.string()));

interface SealedRow {
  id: string;
  brand_id: string;
  fields_sealed: string | null;
}

/** Opens what a deposit or withdrawal keeps sealed, and masks it at once. */
export function describeSealedFields(
  { vault }: Pick<Core, 'vault'>,
  kind: 'deposit' | 'withdrawal',
  row: SealedRow,
): z.infer<typeof maskedFieldsSchema> {
  try {
    const subject = toSealContext({ kind, brandId: row.brand_id, id: row.id });
    return maskFields(openFields(vault, subject, row.fields_sealed));
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
