import { loadPayable } from '../../money/policy/load-payable.ts';
import type { ReadingHandler } from './handler.ts';

export const withdrawalLimits: ReadingHandler<'withdrawal-limits'> = {
  kind: 'reading',
  handle: (core, caller, request) => loadPayable(core, caller, 'withdrawal', request),
};
