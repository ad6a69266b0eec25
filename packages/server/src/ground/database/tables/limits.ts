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
  /** What holds from `pending_from`: another amount, or with none the end of the limit. */
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
  /** Null: for good. */
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
  /** In the operator's own words; players never see it. */
  reason: string;
  /** What players read of a method in maintenance. */
  shown_reason: Generated<MaintenanceReason>;
  actor: string;
  updated_at: Generated<Date>;
}

export interface LimitsTables {
  player_limits: PlayerLimitsTable;
  player_blocks: PlayerBlocksTable;
  method_switches: MethodSwitchesTable;
}
