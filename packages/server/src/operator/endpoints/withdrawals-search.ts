import { defineReading } from '../define-endpoint.ts';
import {
  searchWithdrawals,
  summarizeWithdrawal,
  withdrawalSearchSchema,
  withdrawalSummarySchema,
} from '../lookup/find-withdrawals.ts';
import { boundSearch } from '../lookup/search.ts';
import { buildPage, pageSchema } from '../paging.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/withdrawals',
  scope: 'read',
  summary: 'Search withdrawals, newest first.',
  command: {
    words: 'withdrawals search',
    columns: [
      'reference',
      'createdAt',
      'player',
      'status',
      'amount',
      'currency',
      'method',
      'connector',
    ],
  },
  request: withdrawalSearchSchema,
  response: pageSchema(withdrawalSummarySchema),
  read: async (core, { brandId }, filter) => {
    const bounds = await boundSearch(core.db, 'withdrawals', brandId, filter);
    const rows = await searchWithdrawals(core, brandId, filter, bounds);
    return buildPage(rows, filter.limit, summarizeWithdrawal, bounds);
  },
});
