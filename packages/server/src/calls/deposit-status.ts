import type { ReadingHandler } from '../api/handler.ts';
import { showDeposit } from '../deposits/answer-player.ts';
import { loadDeposit } from '../deposits/load-deposit.ts';

export const depositStatus: ReadingHandler<'deposit-status'> = {
  kind: 'reading',
  handle: async (core, caller, { depositId }) =>
    showDeposit(await loadDeposit(core.db, caller, depositId)),
};
