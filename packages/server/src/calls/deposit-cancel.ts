import type { ReadingHandler } from '../api/handler.ts';
import { cancelDeposit, showDeposit } from '../deposits/answer-player.ts';

export const depositCancel: ReadingHandler<'deposit-cancel'> = {
  kind: 'reading',
  handle: async (core, caller, { depositId }) =>
    showDeposit(await cancelDeposit(core, caller, depositId)),
};
