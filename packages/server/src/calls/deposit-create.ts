import type { CreatingHandler } from '../api/handler.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { beginDeposit, requireDepositMethod } from '../deposits/begin-deposit.ts';
import { continueDeposit, lockDeposit } from '../deposits/continue-deposit.ts';
import { finishDeposit } from '../deposits/finish-deposit.ts';
import { requireDepositId } from '../deposits/load-deposit.ts';

export const depositCreate: CreatingHandler<'deposit-create'> = {
  kind: 'creating',
  work: (core, caller, { depositId: known, ...request }) => {
    const finish = (depositId: string) => finishDeposit(core, caller, depositId);
    // It makes no deposit, and who asks has solved the captcha of the first call.
    if (known !== undefined) {
      return {
        resourceId: requireDepositId(known),
        lock: (tx, depositId) => lockDeposit(tx, caller, depositId),
        begin: (tx, depositId) => continueDeposit(core, tx, caller, depositId, request),
        finish,
      };
    }
    return {
      judge: () =>
        requireCaptcha(core, caller, requireDepositMethod(core, caller, request), request),
      begin: (tx, depositId) => beginDeposit(core, tx, caller, depositId, request),
      finish,
    };
  },
};
