import type { ReadingHandler } from '../api/handler.ts';
import { completeDeposit, showDeposit } from '../deposits/answer-player.ts';

export const depositComplete: ReadingHandler<'deposit-complete'> = {
  kind: 'reading',
  handle: async (core, caller, { depositId, confirmationId, fields }) => {
    const details = { confirmationId: confirmationId ?? null, fields: fields ?? {} };
    return showDeposit(await completeDeposit(core, caller, depositId, details));
  },
};
