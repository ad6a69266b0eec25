import { buildBonus, buildPaymentGroup, buildPaymentMethod, buildUser } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { buildManyMethods } from '../../../testing/sample-many.ts';
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

const inMinutes = (minutes: number) => new Date(Date.now() + 60_000 * minutes).toISOString();

/** Each reason, some with the time when the method is expected back. */
const closures = [
  { reason: 'planned', until: inMinutes(45) },
  { reason: 'provider', until: inMinutes(60 * 30) },
  { reason: 'bank' },
  { reason: 'technical' },
  { reason: 'limit' },
] as const;

export const Maintenance: Story = {
  args: {
    answers: {
      'methods-payment-v3': {
        ...sampleOffer,
        groups: [],
        methods: sampleOffer.methods.map((method, index) => {
          const unavailable = closures[index];
          return unavailable === undefined ? method : { ...method, unavailable };
        }),
      },
    },
  },
};

export const SelfExcluded: Story = {
  args: {
    answers: {
      'methods-payment-v3': {
        ...sampleOffer,
        block: { reason: 'selfExcluded', until: '2030-06-01T10:00:00Z' },
      },
    },
  },
};

export const SelfExcludedWithHelp: Story = {
  args: {
    supportUrl: 'https://casino.example/help',
    answers: {
      'methods-payment-v3': {
        ...sampleOffer,
        block: {
          reason: 'selfExcluded',
          helpLines: [
            { name: { en: 'Safer play helpline' }, url: 'tel:+1-555-0100' },
            { name: { en: 'Advice on gambling' }, url: 'https://help.example' },
          ],
        },
      },
    },
  },
};

export const Blocked: Story = {
  args: {
    answers: { 'methods-payment-v3': { ...sampleOffer, block: { reason: 'blocked' } } },
  },
};

export const Many: Story = { args: { answers: { 'methods-payment-v3': buildManyMethods(140) } } };

export const Thousand: Story = {
  args: { answers: { 'methods-payment-v3': buildManyMethods(1000) } },
};

export const Found: Story = {
  args: { answers: { 'methods-payment-v3': buildManyMethods(140) } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox'), 'valey');
  },
};

export const NothingFound: Story = {
  args: { answers: { 'methods-payment-v3': sampleOffer } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox'), 'xyz');
  },
};

/** Nothing is found, and a method has a name like it. */
export const NearlyFound: Story = {
  args: { answers: { 'methods-payment-v3': sampleOffer } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox'), 'skrxyl');
  },
};

export const AdditionalAccount: Story = {
  args: {
    answers: {
      'methods-payment-v3': sampleOffer,
      'user-get': buildUser({ accountType: 'additional' }),
    },
  },
};

/** The operator's wallet doesn't know the player. */
export const UnknownAccount: Story = {
  args: {
    answers: {
      'methods-payment-v3': sampleOffer,
      'user-get': new TransportError({
        kind: 'refused',
        code: 'wallet.unknownPlayer',
        message: '',
        reference: 'KR-7Q2M-41XK',
      }),
    },
  },
};

/** The method of the player's last paid deposit, which asks for something anew. */
export const LastUsed: Story = {
  args: {
    answers: {
      'methods-payment-v3': {
        ...sampleOffer,
        lastPaid: { paymentMethod: 'paysafecard', isRepeatable: false },
      },
    },
  },
};

export const LongGroup: Story = {
  args: {
    path: '/deposit/group?group=eMoney',
    answers: { 'methods-payment-v3': buildManyMethods(1000) },
  },
};

export const Banks: Story = {
  args: {
    path: '/deposit/group?group=banksIndonesia',
    answers: {
      'methods-payment-v3': {
        ...sampleOffer,
        groups: [
          buildPaymentGroup({
            name: 'banksIndonesia',
            label: 'group.banksIndonesia',
            paymentMethods: sampleOffer.methods.map(({ name }) => name),
          }),
        ],
      },
    },
  },
};

const kyrgyzBanks = ['MBank', 'O!Bank', 'Bakai Bank', 'DemirBank', 'Optima Bank', 'RSK Bank'].map(
  (name, position) =>
    buildPaymentMethod({ name, text: { en: name }, cardViewType: 5, iconIds: [], position }),
);

export const PeerToPeer: Story = {
  args: {
    path: '/deposit/peer-to-peer?group=p2pKyrgyzstan',
    answers: {
      'methods-payment-v3': {
        ...sampleOffer,
        methods: kyrgyzBanks,
        groups: [
          buildPaymentGroup({
            name: 'p2pKyrgyzstan',
            label: 'group.p2pKyrgyzstan',
            paymentMethods: kyrgyzBanks.map(({ name }) => name),
          }),
        ],
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

const coinNames = ['Bitcoin', 'Ethereum', 'Litecoin', 'Tether', 'Toncoin', 'Dogecoin', 'Monero'];
const coins = coinNames.map((name) =>
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
