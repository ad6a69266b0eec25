import { defineReading } from '../define-endpoint.ts';
import {
  depositSearchSchema,
  depositSummarySchema,
  searchDeposits,
  summarizeDeposit,
} from '../lookup/find-deposits.ts';
import { boundSearch } from '../lookup/search.ts';
import { buildPage, pageSchema } from '../paging.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/deposits',
  scope: 'read',
  summary: 'Search deposits, newest first.',
  command: {
    words: 'deposits search',
    columns: [
      'reference',
      'createdAt',
      'player',
      'status',
      'amount',
      'currency',
      'creditedAmount',
      'reversedAmount',
      'chargedBackAmount',
      'method',
      'connector',
    ],
  },
  request: depositSearchSchema,
  response: pageSchema(depositSummarySchema),
  read: async (core, { brandId }, filter) => {
    const bounds = await boundSearch(core.db, 'deposits', brandId, filter);
    const rows = await searchDeposits(core, brandId, filter, bounds);
    return buildPage(rows, filter.limit, summarizeDeposit, bounds);
  },
});
