import type { ReadingHandler } from '../api/handler.ts';
import { listDeposits, summarizeDeposit } from '../deposits/list-deposits.ts';

export const depositList: ReadingHandler<'deposit-list'> = {
  kind: 'reading',
  handle: async (core, caller) => {
    const deposits = await listDeposits(core.db, caller);
    return { deposits: deposits.map((deposit) => summarizeDeposit(core, deposit)) };
  },
};
