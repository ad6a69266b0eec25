import type { Generated } from 'kysely';
import type { Amount, CreatedAt } from './money.ts';

export interface BonusesTable {
  /** Also the id of the transfer that accrues it. */
  id: string;
  brand_id: string;
  player_id: string;
  kind: 'deposit' | 'freespin';
  title: string;
  subtitle: string | null;
  currency: string;
  min_deposit: Amount;
  /** For deposit bonuses: the share of the deposit, and the maximum. */
  percent: Amount | null;
  max_bonus_amount: Amount | null;
  /** For free-spin bonuses. */
  spins: number | null;
  max_spin_win: Amount | null;
  games: string[];
  wager_multiplier: Amount | null;
  payout_multiplier: Amount | null;
  /** What becomes of the accrued bonus if the player withdraws before its wagering is done. */
  on_withdrawal: Generated<'forfeited' | 'sticky'>;
  must_accrue_before: Date;
  status: 'offered' | 'accrued' | 'revoked' | 'expired';
  /** The deposit that accrued the bonus, and the accrued amount; free spins bring no money. */
  deposit_id: string | null;
  accrued_amount: Amount | null;
  /** The transfer that revokes the bonus. */
  revoke_id: string;
  revoked_amount: Amount | null;
  /** When the operator reported that the wagering is done. */
  wagered_at: Date | null;
  actor: string;
  reason: string;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

export interface BonusTables {
  bonuses: BonusesTable;
}
