import { encodeCoinBox } from '@kassa/contract';
import { buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../testing/stage.tsx';

const prices: [string, string, string][] = [
  ['10000', '10', '9.99'],
  ['60000', '65', '49.99'],
  ['150000', '160.5', '99.99'],
  ['500000', '550', '299.99'],
];
const boxes = prices.map(([gcAmount, scAmount, price], index) => ({
  boxId: `box-${index}`,
  gcAmount,
  scAmount,
  price,
  priceCurrencyCode: 'USD',
}));

const coins = ['Bitcoin', 'Ethereum', 'Litecoin', 'Tether', 'TRON', 'Toncoin'].map((name, index) =>
  buildPaymentMethod({
    name,
    category: 'crypto',
    text: { en: name },
    position: index,
    iconIds: [],
    amount_rules: { EUR: { min: '10', max: '5000' } },
  }),
);

const answers = {
  'sweepstake-boxes': { boxes: boxes.map(encodeCoinBox) },
  'methods-payment-v3': buildOffer(coins),
  'methods-withdrawal': buildOffer(coins),
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

export const Coins: Story = { args: { path: '/deposit/crypto?box=box-1' } };

export const Address: Story = {
  args: { path: '/deposit/crypto/address?box=box-1&method=Bitcoin' },
};

export const Redemption: Story = { args: { path: '/withdrawal' } };

export const Loading: Story = { args: { answers: { ...answers, 'sweepstake-boxes': 'never' } } };
