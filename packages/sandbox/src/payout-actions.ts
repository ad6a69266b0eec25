import { percentOf } from './amounts.ts';
import { canMovePayout, type Payout } from './payout.ts';
import type { Provider } from './provider.ts';

/** One button of a payout's page. */
interface PayoutAction {
  label: string;
  /** The effect, if the label isn't enough. */
  hint?: string;
  isPossible(payout: Payout): boolean;
  run(provider: Provider, payout: Payout): void;
}

const dayMs = 24 * 60 * 60 * 1000;

const decide = (status: Payout['status']): Pick<PayoutAction, 'isPossible' | 'run'> => ({
  isPossible: (payout) => canMovePayout(payout.status, status),
  run: ({ payouts }, { id }) => payouts.decide(id, status),
});

const advance = (days: number): Pick<PayoutAction, 'isPossible' | 'run'> => ({
  isPossible: () => true,
  run: (provider) => provider.advanceClock(days * dayMs),
});

const payoutActions = {
  complete: { label: 'Complete', ...decide('completed') },
  'complete-part': {
    label: 'Complete a part',
    hint: 'Half of the amount is paid',
    isPossible: ({ status }) => canMovePayout(status, 'completed'),
    run: ({ payouts }, { id, request }) =>
      payouts.decide(id, 'completed', { amount: percentOf(request.amount, '50') }),
  },
  send: { label: 'Send', hint: 'It is on its way to the bank', ...decide('sent') },
  fail: { label: 'Fail', hint: 'The bank refuses it', ...decide('failed') },
  return: { label: 'Return', hint: 'The bank sends the money back', ...decide('returned') },
  'one-day': {
    label: 'Advance the clock by 1 day',
    hint: 'What the provider plans until then happens now',
    ...advance(1),
  },
  'three-days': {
    label: 'Advance the clock by 3 days',
    hint: 'A payout that is returned later is returned now',
    ...advance(3),
  },
} satisfies Record<string, PayoutAction>;

type ActionName = keyof typeof payoutActions;

/** Returns the buttons that a payout has now. */
export function listPayoutActions(payout: Payout): [ActionName, PayoutAction][] {
  const all = Object.entries(payoutActions) as [ActionName, PayoutAction][];
  return all.filter(([, { isPossible }]) => isPossible(payout));
}

/** Returns the action of a pressed button; undefined if the payout has no such button now. */
export function findPayoutAction(payout: Payout, name: string): PayoutAction | undefined {
  return listPayoutActions(payout).find(([known]) => known === name)?.[1];
}
