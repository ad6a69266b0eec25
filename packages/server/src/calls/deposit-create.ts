import type { CreatingHandler } from '../api/handler.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { beginDeposit, requireDepositMethod } from '../deposits/begin-deposit.ts';
import { finishDeposit } from '../deposits/finish-deposit.ts';

export const depositCreate: CreatingHandler<'deposit-create'> = {
  kind: 'creating',
  work: (core, caller, request) => ({
    judge: () => requireCaptcha(core, caller, requireDepositMethod(core, caller, request), request),
    begin: (tx, depositId) => beginDeposit(core, tx, caller, depositId, request),
    finish: (depositId) => finishDeposit(core, caller, depositId),
  }),
};
