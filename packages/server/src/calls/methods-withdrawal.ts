import type { ReadingHandler } from '../api/handler.ts';
import { selectOffer } from '../catalog/select-methods.ts';

export const methodsWithdrawal: ReadingHandler<'methods-withdrawal'> = {
  kind: 'reading',
  handle: (core, caller, request) =>
    selectOffer(core.catalogOf(caller.brandId), caller, request, 'withdrawal'),
};
