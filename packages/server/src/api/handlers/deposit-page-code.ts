import { issuePageCode } from '../../money/requests/page-codes.ts';
import type { ReadingHandler } from './handler.ts';

export const depositPageCode: ReadingHandler<'deposit-page-code'> = {
  kind: 'reading',
  handle: async (core, caller, { depositId }) => ({
    code: await issuePageCode(core, caller, depositId),
  }),
};
