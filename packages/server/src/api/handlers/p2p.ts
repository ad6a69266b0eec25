import { CallError, cardViewTypes, encodeP2p, toCurrencyDecimals } from '@kassa/contract';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { findPayable } from '../../money/deposits/load-deposit.ts';
import type { BegunDeposit } from '../../money/provider-events/fail-over.ts';
import { answerFor } from '../../money/provider-events/finish-deposit.ts';
import { createDeposit } from './create-deposit.ts';
import type { Handlers } from './handler.ts';

export const p2pHandlers = {
  'deposit-create-p2p': {
    kind: 'creating',
    // The brand's settings alone decide whether a score is verified, not `checkScore`.
    work: (core, caller, { paymentMethod, checkScore: _, ...order }, device) => {
      const work = createDeposit(core, caller, { ...order, paymentType: paymentMethod }, device);
      const { amount, currency } = order;
      const facts = {
        exists: order.depositId !== undefined,
        passed: { amount: toCurrencyDecimals(amount, currency), currency },
      };
      return {
        ...work,
        verify: async () => {
          requireP2p(core, caller, paymentMethod);
          await work.verify?.();
        },
        finish: async (depositId, begun: BegunDeposit | null, keep) =>
          encodeP2p(
            await work.finish(depositId, begun, (tx, respond) =>
              keep(tx, () => encodeP2p(respond(), facts)),
            ),
            facts,
          ),
        isSecret: ({ source }) => source === undefined,
      };
    },
  },
  'deposit-check': {
    kind: 'reading',
    handle: async (core, caller, { paymentMethod }) => {
      const deposit = await findPayable(core, caller, paymentMethod);
      if (deposit === null) return { exists: false };
      const { amount, currency } = deposit;
      return encodeP2p(answerFor(core, deposit), { exists: true, passed: { amount, currency } });
    },
  },
} satisfies Partial<Handlers>;

/** @throws CallError method.unavailable for a method of another kind, which has other screens */
function requireP2p(core: Core, { brandId }: Caller, name: string): void {
  const method = findBrandMethod(core.catalogOf(brandId), name);
  if (method === undefined || method.cardViewType === cardViewTypes.p2p) return;
  const message = 'This method is not paid from person to person: deposit-create is its call.';
  throw new CallError('method.unavailable', message);
}
