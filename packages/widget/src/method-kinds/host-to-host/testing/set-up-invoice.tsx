import type { HostToHostData } from '@kassa/contract';
import { buildDepositState, buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  buildFound,
  buildInvoiceDeposit,
} from '../../../flows/deposit/created/testing/build-created.ts';
import { type StageOptions, setStage } from '../../../testing/stage.tsx';

export const transfer = buildPaymentMethod({
  name: 'bank',
  category: 'bankTransfer',
  cardViewType: 9,
  text: { en: 'Bank transfer', ru: 'Банковский перевод' },
  linkSchemes: ['upi'],
});

interface InvoiceOptions extends StageOptions {
  data?: Partial<HostToHostData>;
  payee?: object | null;
  over?: Parameters<typeof buildFound>[1];
  /** The server's time, ISO 8601. */
  now?: string;
}

export const invoicePath = '/deposit/host-to-host?depositId=deposit-1&method=bank';

/** Builds the answers about an invoice, without rendering anything. */
export function answerInvoice({ data, payee, over, now }: InvoiceOptions = {}) {
  return {
    'methods-payment-v3': buildOffer([transfer]),
    'deposit-get': async () => ({
      ...buildFound(await buildInvoiceDeposit(data, payee), { paymentMethod: 'bank', ...over }),
      ...(now !== undefined && { now }),
    }),
    'deposit-complete': buildDepositState(),
    'deposit-cancel': buildDepositState({ status: 'CANCELED' }),
  };
}

/** Renders the page of an invoice: 50 euros to a card. */
export function setUpInvoice(options: InvoiceOptions = {}) {
  const { data, payee, over, now, answers, ...rest } = options;
  const user = userEvent.setup();
  const stage = setStage({
    path: invoicePath,
    ...rest,
    answers: { ...answerInvoice({ data, payee, over, now }), ...answers },
  });
  render(stage.element);
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  return { user, ...stage, callsOf };
}

export const paid = () => screen.findByRole('button', { name: 'I have paid' });

/** Finds the row of a payment detail, once it is there. */
export async function findRow(name: string) {
  const term = await screen.findByText(name, { selector: 'dt' });
  return within(term.parentElement as HTMLElement);
}
