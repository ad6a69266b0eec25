import { defineReading } from '../define-endpoint.ts';
import {
  depositSearchSchema,
  depositSummarySchema,
  searchDeposits,
  summarizeDeposit,
} from '../lookup/find-deposits.ts';
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
      'method',
      'connector',
    ],
  },
  request: depositSearchSchema,
  response: pageSchema(depositSummarySchema),
  read: async (core, { brandId }, filter) =>
    buildPage(await searchDeposits(core, brandId, filter), filter.limit, summarizeDeposit),
});
