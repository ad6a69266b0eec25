import type { ReadingHandler } from '../api/handler.ts';
import { prepareDeposit } from '../deposits/prepare-deposit.ts';

export const depositPrepare: ReadingHandler<'deposit-prepare'> = {
  kind: 'reading',
  handle: (core, caller, request) => prepareDeposit(core, caller, request),
};
