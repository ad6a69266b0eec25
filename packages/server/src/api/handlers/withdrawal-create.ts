import { beginWithdrawal } from '../../money/requests/begin-withdrawal.ts';
import { finishWithdrawal } from '../../money/requests/finish-withdrawal.ts';
import { showWithdrawal } from '../../money/withdrawals/load-withdrawal.ts';
import type { CreatingHandler } from './handler.ts';

export const withdrawalCreate: CreatingHandler<'withdrawal-create'> = {
  kind: 'creating',
  work: (core, caller, request) => ({
    begin: (tx, withdrawalId) => beginWithdrawal(core, tx, caller, withdrawalId, request),
    finish: async (withdrawalId) =>
      showWithdrawal(core, await finishWithdrawal(core, caller, withdrawalId)),
  }),
};
