import type { CreatingHandler } from '../api/handler.ts';
import { beginWithdrawal } from '../withdrawals/begin-withdrawal.ts';
import { finishWithdrawal } from '../withdrawals/finish-withdrawal.ts';
import { showWithdrawal } from '../withdrawals/load-withdrawal.ts';

export const withdrawalCreate: CreatingHandler<'withdrawal-create'> = {
  kind: 'creating',
  work: (core, caller, request) => ({
    begin: (tx, withdrawalId) => beginWithdrawal(core, tx, caller, withdrawalId, request),
    finish: async (withdrawalId) =>
      showWithdrawal(core, await finishWithdrawal(core, caller, withdrawalId)),
  }),
};
