import * as z from 'zod/mini';
import { listForms } from '../../catalog/list-forms.ts';
import { findByField } from '../../ground/encryption/blind-index.ts';
import { findByInstrument } from '../../money/deposits/instruments.ts';
import { defineReading } from '../define-endpoint.ts';
import { depositSummarySchema, searchDeposits, summarizeDeposit } from '../lookup/find-deposits.ts';
import {
  searchWithdrawals,
  summarizeWithdrawal,
  withdrawalSummarySchema,
} from '../lookup/find-withdrawals.ts';

// A POST, so that no URL and no log contains the value.
export const endpoint = defineReading({
  method: 'POST',
  path: '/field-search',
  scope: 'players',
  isLogged: true,
  // The search reveals who has an account: the log records who searched in which field, not the
  // value.
  logged: ({ field }) => ({ field }),
  summary: 'Find the deposits and withdrawals with a payment detail, such as an account number.',
  command: { words: 'fields search', arguments: ['field'], secret: 'value' },
  request: z.strictObject({
    /**
     * The field's name in the catalogue, `iban`; or `instrument`: the provider's token of the card or
     * account that a deposit was paid with, exactly as the provider writes it.
     */
    field: z.string().check(z.minLength(1), z.maxLength(100)),
    /** The whole value, in any spelling of the field; case, spaces and dashes make no difference. */
    value: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  }),
  response: z.object({
    deposits: z.array(depositSummarySchema),
    withdrawals: z.array(withdrawalSummarySchema),
  }),
  read: async (core, { brandId }, { field, value }) => {
    const { methods } = core.catalogOf(brandId);
    const found = await findByField(core, brandId, field, ...listForms(methods, field, value));
    const idsOf = (kind: 'deposit' | 'withdrawal') =>
      found.filter((subject) => subject.kind === kind).map(({ id }) => id);
    const paidWith = field === 'instrument' ? await findByInstrument(core, brandId, value) : [];
    const [deposits, withdrawals] = await Promise.all([
      searchDeposits(core, brandId, { ids: [...idsOf('deposit'), ...paidWith], limit: 200 }),
      searchWithdrawals(core, brandId, { ids: idsOf('withdrawal'), limit: 200 }),
    ]);
    return {
      deposits: deposits.map(summarizeDeposit),
      withdrawals: withdrawals.map(summarizeWithdrawal),
    };
  },
});
