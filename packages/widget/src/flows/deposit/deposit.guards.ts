import type { Search, Target } from '../../routing/route.ts';
import { useSessionStore } from '../../session/session-store.ts';

const depositList: Target = { to: 'Deposit list' };

/**
 * §2: a deposit screen entered without a chosen method or group leads to the list, with whatever
 * was chosen before forgotten.
 */
export function requireChoice({ search }: { search: Search }): Target | null {
  const { chosenMethod } = useSessionStore.getState();
  return search.method === undefined && search.group === undefined && chosenMethod === null
    ? depositList
    : null;
}

/** The complete page shows one deposit; without one there is nothing to show. */
export function requireDeposit({ search }: { search: Search }): Target | null {
  return search.depositId === undefined ? depositList : null;
}

/** A group's screen shows one group. */
export function requireGroup({ search }: { search: Search }): Target | null {
  return search.group === undefined ? depositList : null;
}
