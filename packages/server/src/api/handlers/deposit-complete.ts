import { completeDeposit, showDeposit } from '../../money/requests/answer-player.ts';
import type { ReadingHandler } from './handler.ts';

export const depositComplete: ReadingHandler<'deposit-complete'> = {
  kind: 'reading',
  handle: async (core, caller, { depositId, confirmationId, fields }) => {
    const details = { confirmationId: confirmationId ?? null, fields: fields ?? {} };
    return showDeposit(await completeDeposit(core, caller, depositId, details));
  },
};
