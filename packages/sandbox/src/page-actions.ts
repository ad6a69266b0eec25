import { percentOf } from './amounts.ts';
import { declineReasonSchema } from './decline-reasons.ts';
import { arrivingOf } from './onramp/offer.ts';
import type { Payment } from './payment.ts';
import type { Provider } from './provider.ts';

/** The form values of a pressed button, by name. */
export type FormFields = Readonly<Record<string, string>>;

/** One button of the hosted page. */
interface PageAction {
  label: string;
  /** The effect, if the label isn't enough. */
  hint?: string;
  run(provider: Provider, payment: Payment, fields: FormFields): void;
}

const approve =
  (webhook?: 'lost' | 'duplicate', percent = '100'): PageAction['run'] =>
  ({ payments }, payment) =>
    payments.approve(payment.id, { amount: percentOf(arrivingOf(payment), percent), webhook });

/** The buttons that every payment has. */
export const mainActions = {
  approve: { label: 'Approve', run: approve() },
  decline: {
    label: 'Decline',
    run: ({ payments }, { id }, { reason }) =>
      payments.decide(id, 'declined', declineReasonSchema.safeParse(reason).data ?? null),
  },
  'leave-pending': {
    label: 'Leave pending',
    run: ({ payments }, { id }) => payments.decide(id, 'pending'),
  },
} satisfies Record<string, PageAction>;

/** The buttons behind "More behaviours". */
export const moreActions = {
  'approve-late': {
    label: 'Approve late',
    hint: 'Return now; the approval follows after 30 seconds',
    run: ({ payments }, { id }) => payments.approveLate(id),
  },
  'pay-part': {
    label: 'Pay a part',
    hint: 'Half of the amount arrives',
    run: approve(undefined, '50'),
  },
  'pay-more': {
    label: 'Pay more',
    hint: 'One and a half times the amount arrives',
    run: approve(undefined, '150'),
  },
  'pay-twice': {
    label: 'Pay twice',
    hint: 'The amount arrives two times',
    run: ({ payments }, { id }) => {
      payments.receive(id, {});
      payments.receive(id, {});
    },
  },
  'charge-back': {
    label: 'Charge back',
    hint: 'Approve; the bank takes the money back at once',
    run: ({ payments }, { id }) => {
      payments.receive(id, {});
      payments.reverse(id, { kind: 'chargeback' });
    },
  },
  cancel: {
    label: 'Cancel',
    hint: 'End the payment without an answer from the bank',
    run: ({ payments }, { id }) => payments.decide(id, 'canceled'),
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

/** Buttons for a payment that has ended; only the provider's own pages have them. */
export const laterActions = {
  'receive-again': {
    label: 'Money arrives',
    hint: 'The amount arrives now, late or once more',
    run: ({ payments }, { id }) => void payments.receive(id, {}),
  },
  'take-back': {
    label: 'Take the money back',
    hint: 'A chargeback of what arrived first',
    run: ({ payments }, { id }) => void payments.reverse(id, { kind: 'chargeback' }),
  },
} satisfies Record<string, PageAction>;

/** Returns the action of a pressed button, or undefined if there is no such button. */
export function findAction(name: string): PageAction | undefined {
  return find({ ...mainActions, ...moreActions }, name);
}

/** Returns the action of a button for a payment that has ended, or undefined. */
export function findLaterAction(name: string): PageAction | undefined {
  return find(laterActions, name);
}

function find(actions: Record<string, PageAction>, name: string): PageAction | undefined {
  return Object.hasOwn(actions, name) ? actions[name] : undefined;
}
