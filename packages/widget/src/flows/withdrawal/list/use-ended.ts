import type { Withdrawal } from '@kassa/contract';
import { useState } from 'react';
import { isUnderWay } from '../use-withdrawal-list.ts';

/** Provides the withdrawals that have ended since the screen came up, in the order of their ends. */
export function useEnded(withdrawals: readonly Withdrawal[]): readonly Withdrawal[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [ended, setEnded] = useState<readonly string[]>([]);
  const pending = withdrawals.filter(isUnderWay).map(({ withdrawalId }) => withdrawalId);
  const over = withdrawals.filter((one) => !isUnderWay(one)).map((one) => one.withdrawalId);
  const begun = pending.filter((id) => !seen.includes(id));
  const gone = over.filter((id) => seen.includes(id) && !ended.includes(id));
  if (begun.length > 0) setSeen([...seen, ...begun]);
  if (gone.length > 0) setEnded([...ended, ...gone]);
  return ended.flatMap((id) => withdrawals.find(({ withdrawalId }) => withdrawalId === id) ?? []);
}
