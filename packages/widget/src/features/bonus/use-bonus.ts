import type { Bonus, Decimal, PaymentMethod } from '@kassa/contract';
import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../../session/session.ts';
import { useUser } from '../../session/user.query.ts';
import {
  activeBonus,
  type BonusVerdict,
  evaluateBonus,
  initialBonusState,
} from './bonus.machine.ts';
import { bonusStoreOf } from './bonus-store.ts';

/** The parts of a deposit that a bonus depends on. */
export interface BonusDeposit {
  method: Pick<PaymentMethod, 'isBonusHidden'>;
  /** The amount of the deposit, as far as it is known. */
  amount: Decimal;
  currency: string;
}

export interface BonusControls {
  /** The bonuses still available, in the host's order. */
  bonuses: readonly Bonus[];
  /** The chosen bonus. */
  active: Bonus | null;
  /** Whether the player wants the bonus. */
  isOn: boolean;
  setOn(isOn: boolean): void;
  choose(id: string): void;
  /** Returns whether a deposit would get the active bonus, or why not (§4 Bonus). */
  evaluate(deposit: BonusDeposit): BonusVerdict;
}

/** The bonuses while the server's markup is taken over, which has none. */
const none = initialBonusState(null);
const getNone = () => none;

/** Provides the player's bonuses; they are the same on every screen. */
export function useBonus(): BonusControls {
  const store = bonusStoreOf(useSession());
  const state = useSyncExternalStore(store.subscribe, store.getState, getNone);
  const { data: user } = useUser();
  const accountCurrency = user?.balanceData.primary.currency;
  return useMemo(
    () => ({
      bonuses: state.bonuses,
      active: activeBonus(state),
      isOn: state.isOn,
      setOn: (isOn) => store.dispatch({ kind: 'switched', isOn }),
      choose: (id) => store.dispatch({ kind: 'chosen', id }),
      evaluate: (deposit) => evaluateBonus(state, { ...deposit, accountCurrency }),
    }),
    [state, store, accountCurrency],
  );
}
