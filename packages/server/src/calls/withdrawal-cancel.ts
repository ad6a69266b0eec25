import type { ReadingHandler } from '../api/handler.ts';
import { cancelWithdrawal } from '../withdrawals/cancel-withdrawal.ts';
import { showWithdrawal } from '../withdrawals/load-withdrawal.ts';

export const withdrawalCancel: ReadingHandler<'withdrawal-cancel'> = {
  kind: 'reading',
  handle: async (core, caller, { withdrawalId }) =>
    showWithdrawal(core, await cancelWithdrawal(core, caller, withdrawalId)),
};
