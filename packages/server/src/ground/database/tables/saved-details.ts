import type { Selectable } from 'kysely';

/** What a player paid with or was paid to, to use it again. */
export interface SavedDetailsTable {
  id: string;
  brand_id: string;
  player_id: string;
  transaction: 'deposit' | 'withdrawal';
  payment_method: string;
  /**
   * What the player typed (ground/encryption/saved-details.ts); null once it was deleted, and where
   * only the destination is known.
   */
  fields_sealed: string | null;
  /** The destination for people: `GTBank •••• 6789`; null exactly if `fields_sealed` is. */
  masked: string | null;
  /** A keyed digest of the destination. It stays when the fields are deleted. */
  digest: string;
  first_used_at: Date;
  last_used_at: Date;
  /** When the player removed it; null if it was deleted for another reason. */
  removed_at: Date | null;
}

export type SavedDetailsRow = Selectable<SavedDetailsTable>;

export interface SavedDetailsTables {
  saved_details: SavedDetailsTable;
}
