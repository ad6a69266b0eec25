import type { ReadingHandler } from '../api/handler.ts';
import { listWithdrawals, showWithdrawal } from '../withdrawals/load-withdrawal.ts';

export const withdrawalList: ReadingHandler<'withdrawal-list'> = {
  kind: 'reading',
  handle: async (core, caller) => {
    const withdrawals = await listWithdrawals(core.db, caller);
    return { withdrawals: withdrawals.map((it) => showWithdrawal(core, it)) };
  },
};
