import { type Bonus, compareDecimals, type Decimal, type PaymentMethod } from '@kassa/contract';

/** A player's bonuses: those still available, the chosen one, and whether the player wants it. */
export interface BonusState {
  bonuses: readonly Bonus[];
  /** Null where there are none. */
  activeId: string | null;
  isOn: boolean;
  /**
   * The bonus that the host preselects (§3 `bonusId`), until it is listed or the player chooses.
   */
  preselectedId: string | null;
}

export type BonusEvent =
  /** The host's list, the first one or a new one (§4 'bonus-list-updated'). */
  | { kind: 'listed'; bonuses: readonly Bonus[]; nowMs: number }
  /** Time has passed. */
  | { kind: 'ticked'; nowMs: number }
  | { kind: 'chosen'; id: string }
  | { kind: 'switched'; isOn: boolean };

/**
 * Whether a deposit brings the active bonus, or the reason why not: there is none, the method hides
 * bonuses, the bonus isn't in the account's currency, the player has not switched it on, or the
 * amount is below its minimum. `converted`: the deposit is in another currency, and the server
 * decides at its rate.
 */
export type BonusVerdict =
  | 'activated'
  | 'converted'
  | 'belowMin'
  | 'otherMethod'
  | 'otherCurrency'
  | 'off'
  | 'none';

/** Returns the state before the host's list is known. `preselectedId`: the host's `bonusId`. */
export function initialBonusState(preselectedId: string | null): BonusState {
  return { bonuses: [], activeId: null, isOn: false, preselectedId };
}

/**
 * Applies an event of the host, the player or the clock (§4 Bonus). Pure; returns the same state
 * where nothing changes.
 */
export function reduceBonus(state: BonusState, event: BonusEvent): BonusState {
  switch (event.kind) {
    case 'listed':
      return takeList(state, keepOpen(dropDuplicates(event.bonuses), event.nowMs));
    case 'ticked': {
      const open = keepOpen(state.bonuses, event.nowMs);
      return open.length === state.bonuses.length ? state : takeList(state, open);
    }
    case 'chosen': {
      const isThere = state.bonuses.some(({ id }) => id === event.id);
      if (!isThere || event.id === state.activeId) return state;
      return { ...state, activeId: event.id, preselectedId: null };
    }
    case 'switched': {
      const isOn = event.isOn && state.bonuses.length > 0;
      return isOn === state.isOn ? state : { ...state, isOn };
    }
  }
}

/** Returns the chosen bonus. */
export function activeBonus({ bonuses, activeId }: BonusState): Bonus | null {
  return bonuses.find(({ id }) => id === activeId) ?? null;
}

/** Returns when a bonus expires, in ms since 1970. */
export function expiryOf({ mustAccruedBefore }: Bonus): number {
  return Date.parse(mustAccruedBefore);
}

/** Returns whether the deposit is created with the bonus. The server decides (§4). */
export function isAskedFor(verdict: BonusVerdict): boolean {
  return verdict === 'activated' || verdict === 'converted';
}

/** Returns the minimum deposit, in the bonus's currency; `0` where the host sends none. */
export function minDepositOf(bonus: Bonus): Decimal {
  const data = bonus.type === 'freespin' ? bonus.freespinBonusData : bonus.depositBonusData;
  return data?.minDeposit ?? '0';
}

/** Returns whether a deposit gets the active bonus (§4 "Activated when …"). */
export function evaluateBonus(
  state: BonusState,
  deposit: {
    method: Pick<PaymentMethod, 'isBonusHidden'>;
    amount: Decimal;
    currency: string;
    /** The currency that the payment is credited in; unknown until the player is loaded. */
    accountCurrency?: string | undefined;
  },
): BonusVerdict {
  const bonus = activeBonus(state);
  if (bonus === null) return 'none';
  if (deposit.method.isBonusHidden === true) return 'otherMethod';
  if (!state.isOn) return 'off';
  // The server rejects a bonus in another currency than the account's.
  if (bonus.currency !== (deposit.accountCurrency ?? deposit.currency)) return 'otherCurrency';
  // Only the server knows the rates, so no bonus can be promised here.
  if (bonus.currency !== deposit.currency) return 'converted';
  const isEnough = compareDecimals(deposit.amount || '0', minDepositOf(bonus)) >= 0;
  return isEnough ? 'activated' : 'belowMin';
}

function takeList(state: BonusState, bonuses: readonly Bonus[]): BonusState {
  const { preselectedId } = state;
  if (bonuses.length === 0) return { ...state, bonuses, activeId: null, isOn: false };
  const has = (id: string | null) => bonuses.some((bonus) => bonus.id === id);
  if (preselectedId !== null && has(preselectedId)) {
    // A player who has picked a bonus on the host's page wants it.
    return { bonuses, activeId: preselectedId, isOn: true, preselectedId: null };
  }
  const activeId = has(state.activeId) ? state.activeId : neighbourOf(state, has);
  return { ...state, bonuses, activeId: activeId ?? bonuses[0]?.id ?? null };
}

/** Returns the nearest of the remaining bonuses: the next one, or else the one before. */
function neighbourOf(
  { bonuses, activeId }: BonusState,
  hasStayed: (id: string) => boolean,
): string | null {
  const at = bonuses.findIndex(({ id }) => id === activeId);
  if (at < 0) return null;
  const around = [...bonuses.slice(at + 1), ...bonuses.slice(0, at).reverse()];
  return around.find(({ id }) => hasStayed(id))?.id ?? null;
}

function keepOpen(bonuses: readonly Bonus[], nowMs: number): readonly Bonus[] {
  return bonuses.filter((bonus) => expiryOf(bonus) > nowMs);
}

/** Removes duplicates that a host's list may contain. */
function dropDuplicates(bonuses: readonly Bonus[]): readonly Bonus[] {
  return [...new Map(bonuses.map((bonus) => [bonus.id, bonus])).values()];
}
