import { buildBonus, buildPaymentGroup, buildPaymentMethod } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { sampleOffer } from '../../../testing/sample-offer.ts';
import { Stage } from '../../../testing/stage.tsx';
import { TransportError } from '../../../transport/transport-error.ts';

const meta: Meta<typeof Stage> = { title: 'Deposit/List', component: Stage };
export default meta;
type Story = StoryObj<typeof Stage>;

export const Ready: Story = { args: { answers: { 'methods-payment-v3': sampleOffer } } };

export const Loading: Story = { args: { answers: { 'methods-payment-v3': 'never' } } };

export const Failed: Story = {
  args: {
    answers: {
      'methods-payment-v3': new TransportError({
        kind: 'refused',
        code: 'server.unavailable',
        message: '',
        reference: 'KS-7Q2M-41XK',
      }),
    },
  },
};

const [first] = sampleOffer.methods;
const longName = 'The Very Long-Winded Cooperative Savings Bank of Llanfairpwllgwyngyll';

export const LongTexts: Story = {
  args: {
    answers: {
      'methods-payment-v3': {
        ...sampleOffer,
        groups: [],
        methods: sampleOffer.methods.map((method) => ({
          ...method,
          text: { en: method === first ? longName : `${method.text.en} international transfer` },
          amount_rules: { EUR: { min: '1000000', max: '999999999999' } },
          iconIds: ['missing'],
          badge: 'exclusive',
        })),
      },
    },
  },
};

export const Maintenance: Story = {
  args: {
    answers: {
      'methods-payment-v3': {
        ...sampleOffer,
        methods: sampleOffer.methods.map((method, index) => ({
          ...method,
          ...(index % 3 === 0 && { unavailable: { reason: 'planned' as const } }),
        })),
      },
    },
  },
};

export const Group: Story = {
  args: { path: '/deposit/group?group=eMoney', answers: { 'methods-payment-v3': sampleOffer } },
};

export const WithoutClose: Story = {
  args: { hostData: { closingButton: false }, answers: { 'methods-payment-v3': sampleOffer } },
};

export const WithBonus: Story = {
  args: {
    hostData: { bonusList: [buildBonus()], bonusId: 'welcome' },
    answers: { 'methods-payment-v3': sampleOffer },
  },
};

const coins = ['Bitcoin', 'Ethereum', 'Litecoin', 'Tether', 'Toncoin'].map((name) =>
  buildPaymentMethod({ name: name.toLowerCase(), category: 'crypto', text: { en: name } }),
);

export const CryptoBonus: Story = {
  args: {
    hostData: {
      experiments: [{ key: 'crypto_bonus', group: 'group_b' }],
      schema: { meta: { isCryptoBonusAvailable: true, showCryptoInstruction: false } },
    },
    answers: {
      'methods-payment-v3': {
        ...sampleOffer,
        methods: [...sampleOffer.methods, ...coins],
        groups: [
          ...sampleOffer.groups,
          buildPaymentGroup({
            name: 'crypto',
            label: 'group.crypto',
            paymentMethods: coins.map(({ name }) => name),
            position: 30,
          }),
        ],
      },
    },
  },
};
