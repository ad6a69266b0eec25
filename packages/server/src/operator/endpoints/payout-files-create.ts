import * as z from 'zod/mini';
import { publishWithdrawal } from '../../messages/realtime/publish.ts';
import { createBatch } from '../../money/payout-files/create-batch.ts';
import { findCandidates, selectDue } from '../../money/payout-files/find-candidates.ts';
import { defineAct } from '../define-endpoint.ts';
import {
  describePayoutFile,
  payoutFileSchema,
  requireFileAccount,
} from '../lookup/payout-files.ts';
import { OperatorError } from '../operator-error.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/payout-files',
  scope: 'withdrawals',
  summary: 'Write the approved payouts of an account to a file for its bank.',
  command: { words: 'payout-files create', arguments: ['account'] },
  request: z.strictObject({
    account: z.string().check(z.describe("the brand's account that is paid from")),
    reason: reasonSchema,
  }),
  response: z.object({
    /** Null if every payout went to review. */
    file: z.nullable(payoutFileSchema),
    /** The payouts that went to review instead. */
    reviewed: z.array(
      z.object({ withdrawalId: z.string(), reference: z.string(), detail: z.string() }),
    ),
    /** The approved payouts that are left for another file. */
    left: z.int(),
  }),
  beforeTransaction: async (core, { brandId }, { account }) => {
    const file = requireFileAccount(core, brandId, account);
    if (core.arePayoutsHeld) {
      throw new OperatorError('act.impossible', 'Payouts are held (HOLD_PAYOUTS).');
    }
    const ref = { brandId, connector: account };
    return { file, candidates: await findCandidates(core, ref, file.mostPayouts) };
  },
  act: async (core, { tx, operator, resourceId }, { account, reason }, { file, candidates }) => {
    const { brandId, actor } = operator;
    const ref = { brandId, connector: account };
    const batch = { id: resourceId, account: ref, file, candidates, actor, reason };
    const created = await createBatch(core, tx, batch);
    if (created.batch === null && created.reviewed.length === 0) {
      const message =
        'No approved payout of this account is due, or another file is being written.';
      throw new OperatorError('act.impossible', message);
    }
    const { count } = await tx
      .selectFrom(selectDue(tx, ref, core.now()).as('due'))
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    const response = {
      file: created.batch && describePayoutFile(created.batch),
      reviewed: created.reviewed.map(({ withdrawal, detail }) => ({
        withdrawalId: withdrawal.id,
        reference: withdrawal.reference,
        detail,
      })),
      left: Number(count),
    };
    const { reference = null, sums = [] } = created.batch ?? {};
    return {
      response,
      ...(created.batch && { subject: { kind: 'payoutFile', id: created.batch.id } }),
      after: { reference, sums, payouts: created.batch?.count ?? 0 },
      afterCommit: () => {
        for (const withdrawal of created.changed) publishWithdrawal(core, withdrawal);
      },
    };
  },
});
