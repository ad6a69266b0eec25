import { type Blockchain, cardViewTypes, type DepositState } from '@kassa/contract';
import {
  buildChainTransaction,
  buildCoinMethod,
  buildCreatedDeposit,
  buildDepositState,
  buildDepositSummary,
  buildOffer,
  buildPaymentMethod,
} from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, spyOn, waitFor } from 'storybook/test';
import { useSessionStore } from '../../../session/session-store.ts';
import { sampleOffer } from '../../../testing/sample-offer.ts';
import { Stage } from '../../../testing/stage.tsx';
import { TransportError } from '../../../transport/transport-error.ts';
import { buildCodeDeposit } from '../created/testing/build-created.ts';

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Complete',
  component: Stage,
  args: { path: '/deposit/complete?depositId=deposit-1&method=card' },
};
export default meta;
type Story = StoryObj<typeof Stage>;

const withDeposit = (deposit: Partial<DepositState>): Story => ({
  args: {
    answers: {
      'methods-payment-v3': sampleOffer,
      'deposit-status': buildDepositState(deposit),
      'deposit-get': { deposit: buildDepositSummary(deposit), created: null },
    },
  },
});

export const Waiting = withDeposit({ status: 'PENDING' });

/** With the link to the provider's page, as after a reload. */
export const WaitingForProvider: Story = {
  args: {
    answers: {
      'deposit-get': { deposit: buildDepositSummary(), created: buildCreatedDeposit() },
    },
  },
};

/** An agent takes cash: the payment goes on in the agent's chat. */
export const WaitingForAgent: Story = {
  args: {
    answers: {
      ...WaitingForProvider.args?.answers,
      'methods-payment-v3': buildOffer([buildPaymentMethod({ cardViewType: cardViewTypes.cash })]),
    },
  },
};

export const Accepted: Story = {
  args: {
    ...withDeposit({ status: 'PENDING' }).args,
    path: '/deposit/complete?depositId=deposit-1&method=sepa&status=accepted',
  },
};

/** The player closed the window of the provider's page. */
export const PageClosed: Story = {
  args: WaitingForProvider.args ?? {},
  // The story's frame may be without it.
  beforeEach: () => void spyOn(document, 'hasFocus').mockReturnValue(true),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByRole('heading', { level: 2 });
    const popup = {
      redirect: () => {},
      close: () => {},
      onClosed: (listener: (isReturned: boolean) => void) => {
        listener(false);
        return () => {};
      },
    };
    const redirect = { method: 'GET', url: 'https://provider.example/pay/1' } as const;
    useSessionStore.getState().startDeposit({ depositId: 'deposit-1', redirect, popup });
    await waitFor(() =>
      expect(canvasElement.querySelector('footer [class*=primary]')).toBeTruthy(),
    );
  },
};
export const PageClosedInArabic: Story = {
  ...PageClosed,
  globals: { theme: 'dark', locale: 'ar', viewport: { value: 'small' } },
};

/** The player has reported a payment by a code, which still lives. */
export const Reported: Story = {
  args: {
    path: '/deposit/complete?depositId=deposit-1&method=card&status=accepted',
    answers: {
      'deposit-get': () => ({
        deposit: buildDepositSummary({ isReported: true }),
        created: buildCodeDeposit('pix'),
      }),
    },
  },
};

/** The money has arrived, and isn't on the balance yet. */
export const Received = withDeposit({ status: 'PENDING', isReceived: true });

export const Processed = withDeposit({ status: 'PAYED', processingAmount: '50.00' });

export const ProcessedDark: Story = { ...Processed, globals: { theme: 'dark' } };
export const ProcessedInArabic: Story = {
  ...Processed,
  globals: { theme: 'dark', locale: 'ar', viewport: { value: 'small' } },
};

/** The details and the receipt, by the button. */
export const ProcessedOpened: Story = {
  ...Processed,
  play: async ({ canvas, userEvent }) =>
    userEvent.click(await canvas.findByRole('button', { expanded: false })),
};

/** The largest sums. */
export const ProcessedLong: Story = {
  ...withDeposit({ status: 'PAYED', amount: '1250000000.00', currency: 'UZS' }),
  globals: { viewport: { value: 'small' } },
};

/** The host names the way back. */
export const NamedByHost: Story = {
  args: { ...Processed.args, hostData: { backLabel: 'Back to Arsenal – Chelsea, live' } },
};
export const WithFee = withDeposit({
  status: 'PAYED',
  processingAmount: '50.00',
  payerFee: '0.75',
  charged: '50.75',
});
export const OtherAmount = withDeposit({ status: 'PAYED', processingAmount: '40.00' });
export const OtherCurrency = withDeposit({
  status: 'PAYED',
  processingAmount: '54.20',
  processingCurrency: 'USD',
});
export const SettledDebt = withDeposit({
  status: 'PAYED',
  processingAmount: '50.00',
  settledDebt: '20.00',
});
const credited = { status: 'PAYED', processingAmount: '50.00' } as const;

export const Refunded = withDeposit({ ...credited, takenBack: { refunded: '50.00' } });
export const PartlyRefunded = withDeposit({ ...credited, takenBack: { refunded: '20.00' } });
export const ChargedBack = withDeposit({ ...credited, takenBack: { chargedBack: '50.00' } });
export const TakenBackInParts = withDeposit({
  ...credited,
  takenBack: { refunded: '10.00', chargedBack: '15.00', reversed: '5.00' },
});
export const Declined = withDeposit({ status: 'DECLINED' });
export const DeclinedByBank = withDeposit({ status: 'DECLINED', declineReason: 'notPermitted' });
export const WrongDetails = withDeposit({ status: 'DECLINED', declineReason: 'wrongDetails' });
export const NotEnoughMoney = withDeposit({
  status: 'DECLINED',
  declineReason: 'insufficientFunds',
});
export const Returning = withDeposit({
  status: 'PENDING',
  isReceived: true,
  returnReason: 'aboveLimit',
});
export const Returned = withDeposit({ status: 'DECLINED', returnReason: 'selfExcluded' });
export const Canceled = withDeposit({ status: 'CANCELED' });
/** The provider says that nobody paid. */
export const CanceledUnpaid = withDeposit({ status: 'CANCELED', isUnpaid: true });
export const CanceledInArabic: Story = {
  ...CanceledUnpaid,
  globals: { theme: 'dark', locale: 'ar', viewport: { value: 'small' } },
};
export const Expired = withDeposit({ status: 'AUTO_CANCELED' });

/** The method isn't offered any more, and no other takes the payment. */
export const NothingElse: Story = {
  args: {
    path: '/deposit/complete?depositId=deposit-1&method=card_p2p_uz_humo',
    answers: {
      ...withDeposit({ status: 'DECLINED', declineReason: 'technical' }).args?.answers,
      'methods-payment-v3': buildOffer([
        buildPaymentMethod({ amount_rules: { EUR: { min: '100', max: '500' } } }),
      ]),
    },
  },
};

interface Coin {
  blockchain: Blockchain;
  name: string;
  currency: string;
  amount: string;
  confirmations: number;
}

function withCoin({ blockchain, name, currency, amount, confirmations }: Coin): Story {
  const coin = buildPaymentMethod({
    name: 'coin',
    category: 'crypto',
    text: { en: name },
    iconIds: [name.toLowerCase()],
    usualMinutes: 10,
  });
  const chain = {
    blockchain,
    txid: '0x4f3d1c0be2a94c6d8e7f60718293a4b5c6d7e8f90123456789abcdef0fe9ac21',
    confirmations,
    cryptoAmount: amount,
    cryptoCurrency: currency,
  };
  const deposit = buildDepositSummary({ paymentMethod: 'coin', chain });
  return {
    args: {
      path: '/deposit/complete?depositId=deposit-1&method=coin',
      answers: {
        'methods-payment-v3': buildOffer([coin]),
        'deposit-status': buildDepositState({ chain }),
        'deposit-get': { deposit, created: null },
      },
    },
  };
}

const ethereum = { blockchain: 'ETHEREUM', name: 'Ethereum', currency: 'ETH' } as const;

export const CryptoSeen = withCoin({ ...ethereum, amount: '0.0250', confirmations: 0 });
export const CryptoConfirming = withCoin({ ...ethereum, amount: '0.0250', confirmations: 11 });
export const CryptoConfirmed = withCoin({ ...ethereum, amount: '0.0250', confirmations: 16 });
export const CryptoDark: Story = {
  ...CryptoConfirming,
  globals: { theme: 'dark' },
};
export const CryptoArabic: Story = {
  ...withCoin({
    blockchain: 'BITCOIN',
    name: 'Bitcoin',
    currency: 'BTC',
    amount: '0.00123456',
    confirmations: 2,
  }),
  globals: { theme: 'dark', locale: 'ar' },
};

/** USDT on TRON, to the player's own address. */
function withPayments(deposit: Partial<DepositState>): Story {
  const state = buildDepositState({ amount: '5', currency: 'USDT', ...deposit });
  return {
    args: {
      path: '/deposit/complete?depositId=deposit-1&method=usdt_trc20',
      answers: {
        'methods-payment-v3': buildOffer([buildCoinMethod()]),
        'deposit-status': state,
        'deposit-get': {
          deposit: buildDepositSummary({ ...state, paymentMethod: 'usdt_trc20' }),
          created: null,
        },
      },
    },
  };
}

const inNoBlock = { state: 'pending', confirmations: 0 } as const;
const inAllBlocks = { state: 'confirmed', confirmations: 20 } as const;

export const CryptoPending = withPayments({ chain: buildChainTransaction(inNoBlock) });
export const CryptoReplaced = withPayments({
  chain: buildChainTransaction({ state: 'replaced', confirmations: 0 }),
});
export const CryptoDropped = withPayments({
  chain: buildChainTransaction({ state: 'dropped', confirmations: 0 }),
});
export const CryptoBelowMinimum = withPayments({
  chain: buildChainTransaction({ cryptoAmount: '2', finalAmount: '1.85', note: 'belowMinimum' }),
});
export const CryptoLate = withPayments({ chain: buildChainTransaction({ note: 'late' }) });
export const CryptoDust = withPayments({
  isReceived: true,
  chain: buildChainTransaction({
    ...inAllBlocks,
    cryptoAmount: '0.01',
    finalAmount: '0.01',
    note: 'dust',
  }),
});
export const CryptoCredited = withPayments({
  status: 'PAYED',
  processingAmount: '23.10',
  processingCurrency: 'EUR',
  chain: buildChainTransaction(inAllBlocks),
});
const newest = buildChainTransaction();
export const CryptoSeveral = withPayments({
  chain: newest,
  transactions: [
    newest,
    buildChainTransaction({
      ...inAllBlocks,
      txid: 'b7d1e0be2a94c6d8e7f60718293a4b5c6d7e8f90123456789abcdef0fe9a09f3',
      cryptoAmount: '2',
      finalAmount: '1.85',
      note: 'belowMinimum',
    }),
    buildChainTransaction({
      state: 'replaced',
      confirmations: 0,
      txid: 'c0a1e0be2a94c6d8e7f60718293a4b5c6d7e8f90123456789abcdef0fe9a771d',
      cryptoAmount: '1250.5',
      finalAmount: '1156.71',
    }),
  ],
});
export const CryptoSeveralArabic: Story = { ...CryptoSeveral, globals: { locale: 'ar' } };
export const CryptoExpired = withPayments({ status: 'AUTO_CANCELED' });

export const NotFound: Story = {
  args: {
    answers: {
      'deposit-status': new TransportError({
        kind: 'refused',
        code: 'deposit.notFound',
        message: '',
        reference: 'KS-7Q2M-41XK',
      }),
    },
  },
};
