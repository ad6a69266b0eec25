import type { Generated } from 'kysely';
import type { Amount } from './money.ts';

export interface PlayerTurnoverTable {
  brand_id: string;
  player_id: string;
  currency: string;
  /** Everything that the player ever wagered. */
  total: Amount;
  updated_at: Date;
}

export interface ConfirmationCodesTable {
  id: string;
  brand_id: string;
  player_id: string;
  /** A keyed digest of the code with its id. */
  digest: string;
  /** A keyed digest of the withdrawal that the code confirms. */
  order_digest: string;
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
  /** Null while the operator hasn't said that it was sent. */
  sent_at: Date | null;
  used_at: Date | null;
}

export interface PayoutRuleTables {
  player_turnover: PlayerTurnoverTable;
  confirmation_codes: ConfirmationCodesTable;
}
