import type { Session } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { followDeadline } from '../countdown/shared-timer.ts';
import {
  type BonusEvent,
  type BonusState,
  expiryOf,
  initialBonusState,
  reduceBonus,
} from './bonus.machine.ts';

/** The bonuses of a session, for `useSyncExternalStore`. */
export interface BonusStore {
  getState(): BonusState;
  dispatch(event: BonusEvent): void;
  subscribe(listener: () => void): () => void;
}

/** A choice lasts for the session, not only for the screen. */
const stores = new WeakMap<Session, BonusStore>();

/**
 * Returns the bonuses of a session. The store follows the host's list and the clock while it has
 * listeners.
 */
export function bonusStoreOf(session: Session): BonusStore {
  const store = stores.get(session) ?? createBonusStore(session.hostData.bonusId ?? null);
  stores.set(session, store);
  return store;
}

function createBonusStore(preselectedId: string | null): BonusStore {
  const listeners = new Set<() => void>();
  let listed = useSessionStore.getState().bonusList;
  let state = reduceBonus(initialBonusState(preselectedId), {
    kind: 'listed',
    bonuses: listed,
    nowMs: Date.now(),
  });
  let stopClock = () => {};
  let stopHost = () => {};

  function dispatch(event: BonusEvent): void {
    const next = reduceBonus(state, event);
    if (next === state) return;
    state = next;
    if (listeners.size > 0) followClock();
    for (const listener of [...listeners]) listener();
  }

  /** Checks each second, and at the first expiry, whether a bonus has expired (§4). */
  function followClock(): void {
    stopClock();
    if (state.bonuses.length === 0) return;
    const first = Math.min(...state.bonuses.map(expiryOf));
    stopClock = followDeadline(first, () => dispatch({ kind: 'ticked', nowMs: Date.now() }));
  }

  function readHost(): void {
    const { bonusList } = useSessionStore.getState();
    if (bonusList === listed) return;
    listed = bonusList;
    dispatch({ kind: 'listed', bonuses: bonusList, nowMs: Date.now() });
  }

  function start(): void {
    stopHost = useSessionStore.subscribe(readHost);
    readHost();
    dispatch({ kind: 'ticked', nowMs: Date.now() });
    followClock();
  }

  function stop(): void {
    stopHost();
    stopClock();
  }

  return {
    getState: () => state,
    dispatch,
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}
