import type { Selectable } from 'kysely';
import type { Amount } from './money.ts';

export interface CorrectionsTable {
  /** Also the id of its transfer in the ledger and of its operation in the operator's wallet. */
  id: string;
  brand_id: string;
  player_id: string;
  reference: string;
  direction: 'credit' | 'debit';
  amount: Amount;
  currency: string;
  /** `pending` while the operator's wallet has not answered; `refused` if it refused. */
  status: 'pending' | 'done' | 'refused';
  reason: string;
  actor: string;
  created_at: Date;
  updated_at: Date;
}

export interface CorrectionTables {
  corrections: CorrectionsTable;
}

/** A correction of a player's balance by an operator. */
export type Correction = Selectable<CorrectionsTable>;
