import type { ReadingHandler } from '../api/handler.ts';
import { loadWithdrawal, showWithdrawal } from '../withdrawals/load-withdrawal.ts';

export const withdrawalStatus: ReadingHandler<'withdrawal-status'> = {
  kind: 'reading',
  handle: async (core, caller, { withdrawalId }) =>
    showWithdrawal(core, await loadWithdrawal(core.db, caller, withdrawalId)),
};
