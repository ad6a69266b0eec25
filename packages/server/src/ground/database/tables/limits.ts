import type { MaintenanceReason } from '@kassa/contract';
import type { Generated } from 'kysely';
import type { Amount, CreatedAt } from './money.ts';

export interface PlayerLimitsTable {
  id: string;
  brand_id: string;
  player_id: string;
  transaction: 'deposit' | 'withdrawal';
  /** The last 24 hours, 7 days or 30 days. */
  period: 'day' | 'week' | 'month';
  source: 'operator' | 'player';
  currency: string;
  amount: Amount;
  /** The amount of the limit from `pending_from` on; null if the limit ends then. */
  pending_amount: Amount | null;
  pending_from: Date | null;
  reason: string;
  actor: string;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

export interface PlayerBlocksTable {
  id: string;
  brand_id: string;
  player_id: string;
  what: 'deposits' | 'withdrawals' | 'all';
  source: 'operator' | 'selfExclusion';
  /** Null: permanent. */
  until: Date | null;
  reason: string;
  actor: string;
  created_at: CreatedAt;
  lifted_at: Date | null;
  lifted_by: string | null;
}

export interface MethodSwitchesTable {
  brand_id: string;
  method: string;
  state: 'maintenance' | 'off';
  /** Null: until it is switched on again. */
  until: Date | null;
  /** The operator's own note; players never see it. */
  reason: string;
  /** The reason that players see for a method in maintenance. */
  shown_reason: Generated<MaintenanceReason>;
  actor: string;
  updated_at: Generated<Date>;
}

export interface DailyUsesTable {
  brand_id: string;
  player_id: string;
  kind: string;
  /** The first use of a day of 24 hours. */
  since: Date;
  uses: number;
}

export interface LimitsTables {
  daily_uses: DailyUsesTable;
  player_limits: PlayerLimitsTable;
  player_blocks: PlayerBlocksTable;
  method_switches: MethodSwitchesTable;
}
