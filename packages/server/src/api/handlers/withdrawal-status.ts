import { loadWithdrawal, showWithdrawal } from '../../money/withdrawals/load-withdrawal.ts';
import type { ReadingHandler } from './handler.ts';

export const withdrawalStatus: ReadingHandler<'withdrawal-status'> = {
  kind: 'reading',
  handle: async (core, caller, { withdrawalId }) =>
    showWithdrawal(core, await loadWithdrawal(core.db, caller, withdrawalId)),
};
