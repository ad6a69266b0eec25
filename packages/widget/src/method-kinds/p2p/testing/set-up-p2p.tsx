import type { HostToHostData, P2pResponse, PaymentMethod } from '@kassa/contract';
import {
  buildCreatedDeposit,
  buildDepositState,
  buildOffer,
  buildP2pResponse,
  buildPaymentGroup,
  buildPaymentMethod,
} from '@kassa/test-kit';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  buildFound,
  buildInvoiceDeposit,
} from '../../../flows/deposit/created/testing/build-created.ts';
import { type StageOptions, setStage } from '../../../testing/stage.tsx';

/** The number of the card to pay to, as {@link payee} has it. */
export const cardNumber = '8600140441235071';

/** Another person's card. */
const payee = {
  bank_name: 'Kapitalbank',
  number: cardNumber,
  phone: '+998901234567',
  fullName: 'Sherzod Karimov',
  transaction_description: 'KS-7Q2M-41XK',
};

/** Builds a method that is paid from person to person. */
export function buildP2pMethod(over: Partial<PaymentMethod> = {}): PaymentMethod {
  return buildPaymentMethod({
    name: 'card_p2p',
    category: 'p2p',
    cardViewType: 5,
    text: { en: 'Uzcard transfer', ar: 'تحويل أوزكارد', ru: 'Перевод Uzcard' },
    iconIds: ['uzcard'],
    usualMinutes: 5,
    needsCaptcha: true,
    ...over,
  });
}

/** Six banks: the choice of them can be searched. */
export const banks = ['Kapitalbank', 'Ipoteka', 'Anorbank', 'Hamkorbank', 'Asaka', 'TBC'].map(
  (name) => ({ id: name.toLowerCase(), name, iconId: name.toLowerCase() }),
);

/** Builds the response with an invoice. */
export async function buildP2pInvoice(
  data?: Partial<HostToHostData>,
  over?: Partial<P2pResponse>,
): Promise<P2pResponse> {
  return buildP2pResponse(await buildInvoiceDeposit(data, payee), over);
}

/** A response by which nothing can be paid. */
export const emptyP2pResponse = buildP2pResponse(buildCreatedDeposit({ source: null }));

interface P2pOptions extends StageOptions {
  method?: Partial<PaymentMethod>;
  /** The invoice, for `deposit-get`. */
  data?: Partial<HostToHostData> & { processingAmount?: string; processingCurrency?: string };
  invoicePayee?: object;
  over?: Parameters<typeof buildFound>[1];
}

export const basePath = '/deposit/peer-to-peer/base?method=card_p2p';
export const invoicePath = '/deposit/peer-to-peer/invoice?depositId=deposit-1&method=card_p2p';

/** Builds the answers about a method and its deposit, without rendering anything. */
export function answerP2p({ method, data, invoicePayee = payee, over }: P2pOptions = {}) {
  const offered = buildP2pMethod(method);
  const group = buildPaymentGroup({
    name: 'p2pKyrgyzstan',
    label: 'group.p2pKyrgyzstan',
    paymentMethods: [offered.name],
  });
  return {
    'methods-payment-v3': buildOffer([offered, buildPaymentMethod()], [group]),
    'captcha-challenge': { kind: 'bypass' as const },
    'deposit-check': { exists: false as const },
    'deposit-create-p2p': () => buildP2pInvoice(data),
    'deposit-get': async () =>
      buildFound(await buildInvoiceDeposit(data, invoicePayee), {
        paymentMethod: offered.name,
        ...over,
      }),
    'deposit-complete': buildDepositState(),
    'deposit-cancel': buildDepositState({ status: 'CANCELED' }),
  };
}

/** Renders the cashier at the form of the method, or at another path. */
export function setUpP2p(options: P2pOptions = {}) {
  const { method, data, invoicePayee, over, answers, ...rest } = options;
  const user = userEvent.setup();
  const stage = setStage({
    path: basePath,
    ...rest,
    answers: { ...answerP2p({ method, data, invoicePayee, over }), ...answers },
  });
  render(stage.element);
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  const pathOf = () => stage.router.getPlace()?.path;
  const messagesOf = (type: string) =>
    stage.bridge.sent.filter(({ messageType }) => messageType === type);
  /** The analytics events of a kind. */
  const eventsOf = (event: string) =>
    stage.bridge.sent.flatMap((message) =>
      message.messageType === 'onAnalyticsEvent' && message.payload.event === event
        ? [message.payload]
        : [],
    );
  /** Fills in the amount and presses the button. */
  const pay = async () => {
    await user.type(await screen.findByLabelText('Amount'), '50');
    await user.click(await screen.findByRole('button', { name: 'Deposit €50.00' }));
  };
  return { user, ...stage, callsOf, pathOf, messagesOf, eventsOf, pay };
}

export const paid = () => screen.findByRole('button', { name: 'I have paid' });

/** Finds the row of a payment detail, once it is there. */
export async function findRow(name: string) {
  const term = await screen.findByText(name, { selector: 'dt' });
  return within(term.parentElement as HTMLElement);
}
