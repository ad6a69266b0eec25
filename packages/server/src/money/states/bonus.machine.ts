import type { BonusesTable } from '../../ground/database/tables/bonuses.ts';

export type BonusStatus = BonusesTable['status'];

/** The allowed transitions of a bonus. It is accrued at most once, and only while it is offered. */
export const bonusTransitions: Record<BonusStatus, readonly BonusStatus[]> = {
  offered: ['accrued', 'revoked', 'expired'],
  accrued: ['revoked'],
  revoked: [],
  expired: [],
};

export function canMoveBonus(from: BonusStatus, to: BonusStatus): boolean {
  return bonusTransitions[from].includes(to);
}
