import type { Bonus, Decimal, PaymentMethod } from '@kassa/contract';
import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../../session/session.ts';
import { useUser } from '../../session/user.query.ts';
import { activeBonus, type BonusVerdict, judgeBonus } from './bonus.machine.ts';
import { bonusStoreOf } from './bonus-store.ts';

/** A deposit as far as a bonus asks about it. */
export interface BonusDeposit {
  method: Pick<PaymentMethod, 'isBonusHidden'>;
  /** What is to be paid, as far as it is known. */
  amount: Decimal;
  currency: string;
}

export interface BonusControls {
  /** Those that can still be had, in the host's order. */
  bonuses: readonly Bonus[];
  /** The one that is chosen. */
  active: Bonus | null;
  /** Whether the player wants it. */
  isOn: boolean;
  setOn(isOn: boolean): void;
  choose(id: string): void;
  /** Whether a deposit would bring the active bonus, and if not, why (§4 Bonus). */
  judge(deposit: BonusDeposit): BonusVerdict;
}

/** The player's bonuses; the same on every screen. */
export function useBonus(): BonusControls {
  const store = bonusStoreOf(useSession());
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const { data: user } = useUser();
  const accountCurrency = user?.balanceData.primary.currency;
  return useMemo(
    () => ({
      bonuses: state.bonuses,
      active: activeBonus(state),
      isOn: state.isOn,
      setOn: (isOn) => store.dispatch({ kind: 'switched', isOn }),
      choose: (id) => store.dispatch({ kind: 'chosen', id }),
      judge: (deposit) => judgeBonus(state, { ...deposit, accountCurrency }),
    }),
    [state, store, accountCurrency],
  );
}
