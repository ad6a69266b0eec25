import type { Session } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { readTab, writeTab } from '../../storage/tab-storage.ts';

type OfPlayer = Pick<Session, 'playerKey'>;

/**
 * Returns the package that the player chose: the address's, or the one of this visit, or the one
 * that the browser tab kept over a reload; null for none.
 */
export function findChosenBox({ playerKey }: OfPlayer, inAddress: string | undefined) {
  const chosen = inAddress ?? useSessionStore.getState().chosenBox;
  return chosen ?? (playerKey === null ? null : readTab(keyOf(playerKey)));
}

/** Chooses a package, for this visit and for a reload of the tab; null for none. */
export function chooseBox({ playerKey }: OfPlayer, boxId: string | null): void {
  useSessionStore.getState().chooseBox(boxId);
  if (playerKey !== null) writeTab(keyOf(playerKey), boxId);
}

/** Another player of the same tab has another key. */
const keyOf = (playerKey: string) => `kassa.${playerKey}.box`;
