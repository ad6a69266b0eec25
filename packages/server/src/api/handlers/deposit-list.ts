import { listDeposits, summarizeDeposit } from '../../money/requests/list-deposits.ts';
import type { ReadingHandler } from './handler.ts';

export const depositList: ReadingHandler<'deposit-list'> = {
  kind: 'reading',
  handle: async (core, caller) => {
    const deposits = await listDeposits(core.db, caller);
    return { deposits: deposits.map((deposit) => summarizeDeposit(core, deposit)) };
  },
};
