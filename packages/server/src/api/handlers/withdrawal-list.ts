import { listWithdrawals, showWithdrawal } from '../../money/withdrawals/load-withdrawal.ts';
import type { ReadingHandler } from './handler.ts';

export const withdrawalList: ReadingHandler<'withdrawal-list'> = {
  kind: 'reading',
  handle: async (core, caller) => {
    const withdrawals = await listWithdrawals(core.db, caller);
    return { withdrawals: withdrawals.map((it) => showWithdrawal(core, it)) };
  },
};
