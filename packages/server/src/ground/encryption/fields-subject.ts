import type { SealContext } from './vault.ts';

/** The deposit or withdrawal that a player typed payment details for. */
export interface FieldsSubject {
  kind: 'deposit' | 'withdrawal';
  brandId: string;
  /** The deposit's or withdrawal's. */
  id: string;
  playerId: string;
}

/** The tables whose rows have a column `fields_sealed`, by kind. */
export const sealedTables = { deposit: 'deposits', withdrawal: 'withdrawals' } as const;

/** What a subject's fields are sealed to. */
export function toSealContext({ kind, brandId, id }: Omit<FieldsSubject, 'playerId'>): SealContext {
  return { table: sealedTables[kind], brandId, id };
}
