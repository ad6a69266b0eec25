import type { ReadingHandler } from '../api/handler.ts';
import { issuePageCode } from '../deposits/page-codes.ts';

export const depositPageCode: ReadingHandler<'deposit-page-code'> = {
  kind: 'reading',
  handle: async (core, caller, { depositId }) => ({
    code: await issuePageCode(core, caller, depositId),
  }),
};
