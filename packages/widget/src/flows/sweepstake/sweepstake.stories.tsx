import { type CoinBox, encodeCoinBox } from '@kassa/contract';
import {
  buildCoinMethod,
  buildCryptoAddress,
  buildOffer,
  buildPaymentMethod,
  buildTokenMethod,
} from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../testing/stage.tsx';
import { networkError, TransportError } from '../../transport/transport-error.ts';
import { press } from '../withdrawal/testing/fill-form.ts';
import { boughtDeposit, buildBox, sellAtAddress } from './testing/build-box.ts';

const boxes: CoinBox[] = [
  buildBox({ boxId: 'box-0', gcAmount: '10000', scAmount: '10', price: '9.99', badge: 'new' }),
  buildBox({
    boxId: 'box-1',
    gcAmount: '60000',
    scAmount: '65',
    price: '49.99',
    fullPrice: '59.99',
    badge: 'bestValue',
  }),
  buildBox({
    boxId: 'box-2',
    gcAmount: '150000',
    scAmount: '160.5',
    price: '99.99',
    badge: 'limited',
    left: 12,
    leftForPlayer: 1,
  }),
  buildBox({
    boxId: 'box-3',
    gcAmount: '500000',
    scAmount: '550',
    price: '299.99',
    badge: 'popular',
    endsAt: Date.now() + 8_049_000,
  }),
];

const coin = (name: string, currency: string) =>
  buildCoinMethod({
    name,
    text: { en: name },
    iconIds: [],
    network: undefined,
    coin: { currency, blockchain: 'BITCOIN', min: '0.0001', max: '2' },
  });
const coins = [
  buildCoinMethod(),
  buildTokenMethod(),
  coin('Bitcoin', 'BTC'),
  coin('Litecoin', 'LTC'),
  coin('Dogecoin', 'DOGE'),
];
const dollars = (min: string, max: string) => ({ amount_rules: { USD: { min, max } } });
const card = buildPaymentMethod({ ...dollars('5', '1000'), fields: [] });
const bank = buildPaymentMethod({
  name: 'bank',
  text: { en: 'Bank transfer' },
  ...dollars('5', '5000'),
});
const large = buildPaymentMethod({ name: 'wire', text: { en: 'Wire' }, ...dollars('100', '5000') });

const offerOf = (methods: Parameters<typeof buildOffer>[0]) => ({
  ...buildOffer(methods),
  currency: 'USD',
});
const sellAt = (priceUntil: string) =>
  sellAtAddress(buildCryptoAddress({ payAmount: '50.123457', priceUntil }), {
    gcAmount: '60000',
    scAmount: '65',
  });
const answers = {
  'sweepstake-boxes': { boxes: boxes.map(encodeCoinBox) },
  'methods-payment-v3': offerOf([card, bank, large, ...coins]),
  ...sellAt(new Date(Date.now() + 754_000).toISOString()),
};

const meta: Meta<typeof Stage> = {
  title: 'Flows/Sweepstake',
  component: Stage,
  args: { hostData: { widgetViewType: 'sweep' }, answers },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const Packages: Story = {};

/** The player is blocked. */
export const Blocked: Story = {
  args: {
    answers: {
      ...answers,
      'methods-payment-v3': { ...buildOffer(coins), block: { reason: 'selfExcluded' } },
    },
  },
};

const refusedBy = (obstacle: 'region' | 'regionUnknown' | 'age'): Story => ({
  args: { answers: { ...answers, 'sweepstake-boxes': { boxes: [], obstacle } } },
});

export const ExcludedRegion: Story = refusedBy('region');

export const UnknownRegion: Story = refusedBy('regionUnknown');

export const TooYoung: Story = refusedBy('age');

export const OddPackages: Story = {
  args: {
    answers: {
      ...answers,
      'sweepstake-boxes': {
        boxes: boxes
          .slice(0, 3)
          .map((box) => encodeCoinBox({ ...box, gcAmount: '123456789012', price: '99999.99' })),
      },
    },
  },
};

export const Loading: Story = { args: { answers: { ...answers, 'sweepstake-boxes': 'never' } } };

export const NoPackages: Story = {
  args: { answers: { ...answers, 'sweepstake-boxes': { boxes: [] } } },
};

/** The list can't be loaded; it can be asked for again. */
export const FailedPackages: Story = {
  args: { answers: { ...answers, 'sweepstake-boxes': networkError('lost') } },
};

export const Methods: Story = { args: { path: '/deposit/select-method?box=box-1' } };

export const Coins: Story = { args: { path: '/deposit/crypto?box=box-1' } };

export const Address: Story = {
  args: { path: '/deposit/crypto/address?box=box-1&method=usdt_trc20' },
};

/** The rate is no longer held. */
export const AddressOver: Story = {
  args: {
    path: '/deposit/crypto/address?box=box-1&method=usdt_trc20',
    answers: {
      ...answers,
      ...sellAt('2026-01-01T00:00:00.000Z'),
    },
  },
};

export const CardForm: Story = { args: { path: '/deposit/redirect?box=box-1&method=card' } };

/** A form whose package has changed between the list and the press, as the server says. */
const changedBy = (code: string, after: readonly CoinBox[]): Story => {
  let isChanged = false;
  return {
    args: {
      path: '/deposit/redirect?box=box-1&method=card',
      answers: {
        ...answers,
        'sweepstake-boxes': () => ({ boxes: (isChanged ? after : boxes).map(encodeCoinBox) }),
        'deposit-create-sweepstake': () => {
          isChanged = true;
          return new TransportError({ kind: 'refused', code, message: code, status: 409 });
        },
      },
    },
    play: (context) => press(context, 'footer button[type="submit"]'),
  };
};

export const PriceChanged: Story = changedBy(
  'package.changed',
  boxes.map((box) => ({ ...box, price: '54.99' })),
);

export const SoldOut: Story = changedBy(
  'package.unavailable',
  boxes.filter(({ boxId }) => boxId !== 'box-1'),
);

export const Complete: Story = {
  args: {
    path: '/deposit/complete?depositId=deposit-1&method=card',
    answers: { ...answers, ...boughtDeposit({ gcAmount: '60000', scAmount: '65' }) },
  },
};

/** The complete page of a package in another state. */
const inState = (state: Parameters<typeof boughtDeposit>[1]): Story => ({
  args: {
    path: '/deposit/complete?depositId=deposit-1&method=card',
    answers: { ...answers, ...boughtDeposit({ gcAmount: '60000', scAmount: '65' }, state) },
  },
});
const open = { processingAmount: undefined, processingCurrency: undefined };

export const Waiting: Story = inState({ ...open, status: 'PENDING' });

export const Declined: Story = inState({ ...open, status: 'DECLINED' });

/** Money came, and no coins for it. */
const returned = (returnReason: 'belowPrice' | 'packageGone'): Story =>
  inState({ status: 'PENDING', isReceived: true, returnReason });

export const PaidTooLittle: Story = returned('belowPrice');

export const PaidTooLate: Story = returned('packageGone');

/** The coins came, and the rest of the money goes back. */
export const PaidTooMuch: Story = inState({ returnReason: 'abovePrice' });

export const MoneyTakenBack: Story = inState({ takenBack: { chargedBack: '49.99' } });
