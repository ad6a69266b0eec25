import { type Payment, percentOf } from './payment.ts';
import type { Provider } from './provider.ts';

/** One button of the hosted page. */
interface PageAction {
  label: string;
  /** What it does, where the label alone does not say. */
  hint?: string;
  run(provider: Provider, payment: Payment): void;
}

const approve =
  (webhook?: 'lost' | 'duplicate', percent = 100n): PageAction['run'] =>
  (provider, { id, request }) =>
    provider.decide(id, {
      status: 'approved',
      paidAmount: percent === 100n ? request.amount : percentOf(request.amount, percent),
      webhook,
    });

/** The buttons that every payment has. */
export const mainActions = {
  approve: { label: 'Approve', run: approve() },
  decline: {
    label: 'Decline',
    run: (provider, { id }) => provider.decide(id, { status: 'declined', paidAmount: null }),
  },
  'leave-pending': {
    label: 'Leave pending',
    run: (provider, { id }) => provider.decide(id, { status: 'pending', paidAmount: null }),
  },
} satisfies Record<string, PageAction>;

/** The buttons behind "More behaviours". */
export const moreActions = {
  'approve-late': {
    label: 'Approve late',
    hint: 'Return now; the approval follows after 30 seconds',
    run: (provider, { id }) => provider.approveLate(id),
  },
  'pay-part': {
    label: 'Pay a part',
    hint: 'Half of the amount arrives',
    run: approve(undefined, 50n),
  },
  'pay-more': {
    label: 'Pay more',
    hint: 'One and a half times the amount arrives',
    run: approve(undefined, 150n),
  },
  'notify-twice': {
    label: 'Notify twice',
    hint: 'Approve; the same notification is sent two times',
    run: approve('duplicate'),
  },
  'lose-webhook': {
    label: 'Lose the webhook',
    hint: 'Approve, but never notify: only asking finds out',
    run: approve('lost'),
  },
} satisfies Record<string, PageAction>;

/** The action of a pressed button, or undefined where there is no such button. */
export function findAction(name: string): PageAction | undefined {
  const actions: Record<string, PageAction> = { ...mainActions, ...moreActions };
  return Object.hasOwn(actions, name) ? actions[name] : undefined;
}
