import { buildBonus, buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../testing/stage.tsx';

const names = ['Bitcoin', 'Ethereum', 'Litecoin', 'Tether', 'TRON', 'Toncoin', 'Dogecoin'];
const coins = names.map((name, index) =>
  buildPaymentMethod({
    name,
    category: 'crypto',
    text: { en: name },
    position: index,
    iconIds: [],
    ...(name === 'Tether' && { network: 'TRC-20' }),
  }),
);

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Crypto list',
  component: Stage,
  args: {
    path: '/deposit/crypto?group=crypto',
    answers: { 'methods-payment-v3': buildOffer(coins) },
  },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const Ready: Story = {};

export const WithBonus: Story = { args: { hostData: { bonusList: [buildBonus()] } } };

export const CryptoBonus: Story = {
  args: {
    hostData: {
      experiments: [{ key: 'crypto_bonus', group: 'group_b' }],
      schema: { meta: { isCryptoBonusAvailable: true, showCryptoInstruction: false } },
    },
  },
};

export const Few: Story = {
  args: { answers: { 'methods-payment-v3': buildOffer(coins.slice(0, 3)) } },
};

export const NothingFound: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox'), 'xyz');
  },
};
