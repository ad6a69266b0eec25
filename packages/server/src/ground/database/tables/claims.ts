import type { ClaimStatus } from '@kassa/contract';
import type { Generated, Selectable } from 'kysely';
import type { CreatedAt } from './money.ts';

/** A player's report that they have paid a deposit and nothing was credited. */
export interface ClaimsTable {
  id: string;
  brand_id: string;
  player_id: string;
  deposit_id: string;
  status: ClaimStatus;
  opened_at: Date;
  /** The time by which the operator answers. */
  due_at: Date;
  /** The last answer, or the crediting. */
  answered_at: Date | null;
  /** The key that answered last; null where the money itself was the answer. */
  answered_by: string | null;
  /** The operator's words for the player. */
  message_sealed: string | null;
  /** The number of files that the player has sent; retention deletes the files alone. */
  proofs: number;
  /** Retention has deleted the files and words. */
  is_cleared: Generated<boolean>;
}

export type Claim = Selectable<ClaimsTable>;

/** A file that a player has sent as a proof, re-encoded. */
export interface ClaimProofsTable {
  id: string;
  brand_id: string;
  claim_id: string;
  /** 1, 2, 3 … in a claim. */
  number: number;
  type: 'image/jpeg' | 'application/pdf';
  /** The size of the stored file. */
  bytes: number;
  /** SHA-256 of the file as the player sent it, in hex: a repeated file is found by it. */
  digest: string;
  content_sealed: string;
  /** The player's words beside the file. */
  comment_sealed: string | null;
  created_at: CreatedAt;
}

export interface ClaimTables {
  claims: ClaimsTable;
  claim_proofs: ClaimProofsTable;
}
