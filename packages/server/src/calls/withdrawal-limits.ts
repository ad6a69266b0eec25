import type { ReadingHandler } from '../api/handler.ts';
import { loadPayable } from '../limits/load-payable.ts';

export const withdrawalLimits: ReadingHandler<'withdrawal-limits'> = {
  kind: 'reading',
  handle: (core, caller, request) => loadPayable(core, caller, 'withdrawal', request),
};
