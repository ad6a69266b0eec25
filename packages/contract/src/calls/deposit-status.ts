import * as z from 'zod/mini';
import { accountCurrencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { chainShape } from '../entities/chain-transaction.ts';
import { declineReasonSchema } from '../entities/decline-reason.ts';
import { returnReasonSchema } from '../entities/parked-code.ts';
import { takenBackSchema } from '../entities/taken-back.ts';
import { decimalSchema } from '../money.ts';
import { depositStatusWordSchema } from '../wire/deposit-status.ts';

export const depositStatus = defineCall({
  name: 'deposit-status',
  method: 'GET',
  summary: 'Returns the status of a deposit.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({ depositId: z.string(), paymentMethod: z.string() }),
  response: z.object({
    depositId: z.string(),
    reference: z.string(),
    status: depositStatusWordSchema,
    /**
     * The money arrived but is not credited yet: the deposit is still `PENDING`, and the player
     * should not pay it again.
     */
    isReceived: z.optional(z.boolean()),
    amount: decimalSchema,
    currency: accountCurrencySchema,
    /**
     * The provider's fee on top of the amount, and the sum of both, which the player is charged.
     * Left out without a fee.
     */
    payerFee: z.optional(decimalSchema),
    charged: z.optional(decimalSchema),
    /** The credited amount, once something was credited. */
    processingAmount: z.optional(decimalSchema),
    /** The currency of the player's account, if it differs from the deposit's. */
    processingCurrency: z.optional(accountCurrencySchema),
    /** The part of the credited amount that settled what the player owed, in the same currency. */
    settledDebt: z.optional(decimalSchema),
    /** What was taken back of the credited amount since, in the same currency; left out if nothing. */
    takenBack: z.optional(takenBackSchema),
    /**
     * Only with `CANCELED`: the provider has canceled the payment, too, on request or by itself, so that nobody
     * has paid it or still can. Left out where it couldn't, and where that isn't known.
     */
    isUnpaid: z.optional(z.boolean()),
    /** The reason of a decline, if the provider names one. */
    declineReason: z.optional(declineReasonSchema),
    /**
     * Why money that arrived is not credited but returned: with `isReceived` until it is returned,
     * and with `DECLINED` from then on. With `PAYED` it is about a further payment.
     */
    returnReason: z.optional(returnReasonSchema),
    ...chainShape,
  }),
});

export type DepositState = z.infer<typeof depositStatus.response>;
