import type { DepositCreateResponse, FieldDefinition } from '@kassa/contract';
import { lockDeposit, requireDepositId } from '../../money/deposits/load-deposit.ts';
import { finishDeposit } from '../../money/provider-events/finish-deposit.ts';
import { beginDeposit, requireDepositMethod } from '../../money/requests/begin-deposit.ts';
import { continueDeposit } from '../../money/requests/continue-deposit.ts';
import { loadPreparedFields } from '../../money/requests/prepare-deposit.ts';
import { requireCaptcha } from '../../players/captcha/require-captcha.ts';
import type { CreatingHandler } from './handler.ts';

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
        isSecret: showsDetails,
      };
    }
    let prepared: FieldDefinition[] = [];
    return {
      judge: async () => {
        const method = requireDepositMethod(core, caller, request);
        // First: a solution counts once, and is of no use to who can't go on.
        prepared = await loadPreparedFields(core, caller, method, request);
        await requireCaptcha(core, caller, method, request);
      },
      begin: (tx, depositId) => beginDeposit(core, tx, caller, depositId, request, prepared),
      finish,
      isSecret: showsDetails,
    };
  },
};

/** A page of the widget's own shows codes and accounts to pay into. */
function showsDetails({ apiResponse: { source, data } }: DepositCreateResponse): boolean {
  return source === null && Object.keys(data).length > 0;
}
