import { cancelWithdrawal } from '../../money/requests/cancel-withdrawal.ts';
import { showWithdrawal } from '../../money/withdrawals/load-withdrawal.ts';
import type { ReadingHandler } from './handler.ts';

export const withdrawalCancel: ReadingHandler<'withdrawal-cancel'> = {
  kind: 'reading',
  handle: async (core, caller, { withdrawalId }) =>
    showWithdrawal(core, await cancelWithdrawal(core, caller, withdrawalId)),
};
