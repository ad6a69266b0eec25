import type { CoinBox } from '@kassa/contract';
import { useState } from 'react';
import { useSessionStore } from '../../session/session-store.ts';
import { useBoxes } from './boxes.query.ts';

/** The coin package that the player chose to buy. */
export interface ChosenBox extends CoinBox {
  /** It is no longer on offer. */
  isGone: boolean;
}

/**
 * Provides the coin package that the player chose to buy, with what is offered of it now; null where
 * none is chosen, as always in a cashier without packages. One that is gone meanwhile stays as it was.
 */
export function useChosenBox(): ChosenBox | null {
  const chosen = useSessionStore((store) => store.chosenBox);
  const { boxes } = useBoxes({ isEnabled: chosen !== null });
  const offered = boxes?.find(({ boxId }) => boxId === chosen);
  const [kept, setKept] = useState(offered);
  if (offered !== undefined && offered !== kept) setKept(offered);
  const box = offered ?? kept;
  if (box === undefined || box.boxId !== chosen) return null;
  return { ...box, isGone: boxes !== undefined && offered === undefined };
}
