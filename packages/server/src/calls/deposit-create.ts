import type { CreatingHandler } from '../api/handler.ts';
import { beginDeposit } from '../deposits/begin-deposit.ts';
import { finishDeposit } from '../deposits/finish-deposit.ts';

export const depositCreate: CreatingHandler<'deposit-create'> = {
  kind: 'creating',
  work: (core, caller, request) => ({
    begin: (tx, depositId) => beginDeposit(core, tx, caller, depositId, request),
    finish: (depositId) => finishDeposit(core, caller, depositId),
  }),
};
