import type { CoinBox } from '@kassa/contract';
import { useState } from 'react';
import { useSessionStore } from '../../session/session-store.ts';
import { useBoxes } from './boxes.query.ts';

/**
 * Provides the coin package that the player chose to buy, with what is offered of it now; null where
 * none is chosen, as always in a cashier without packages. One that is gone meanwhile stays as it was:
 * the player may be about to pay for it.
 */
export function useChosenBox(): CoinBox | null {
  const chosen = useSessionStore((store) => store.chosenBox);
  const { boxes } = useBoxes({ isEnabled: chosen !== null });
  const offered = boxes?.find(({ boxId }) => boxId === chosen);
  const [kept, setKept] = useState(offered);
  if (offered !== undefined && offered !== kept) setKept(offered);
  return offered ?? (kept?.boxId === chosen ? kept : undefined) ?? null;
}
