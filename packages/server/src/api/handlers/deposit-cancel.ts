import { cancelDeposit, showDeposit } from '../../money/requests/answer-player.ts';
import type { ReadingHandler } from './handler.ts';

export const depositCancel: ReadingHandler<'deposit-cancel'> = {
  kind: 'reading',
  handle: async (core, caller, { depositId }) =>
    showDeposit(await cancelDeposit(core, caller, depositId)),
};
