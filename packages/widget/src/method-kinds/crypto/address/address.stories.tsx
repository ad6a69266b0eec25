import type { CryptoAddress } from '@kassa/contract';
import {
  buildAddressDeposit,
  buildCoinMethod,
  buildCryptoAddress,
  buildDepositState,
  buildDepositSummary,
  buildOffer,
  buildTokenAddress,
  buildTokenMethod,
} from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage, type StageOptions } from '../../../testing/stage.tsx';
import { networkError, TransportError } from '../../../transport/transport-error.ts';

const meta: Meta<typeof Stage> = { title: 'Deposit/Crypto address', component: Stage };
export default meta;
type Story = StoryObj<typeof Stage>;

const name = { en: 'Tether (USDT)', ar: 'تيثر (USDT)' };
const trc = buildCoinMethod({ text: name });
const erc = buildTokenMethod({ text: name });
const bep = buildTokenMethod({
  name: 'usdt_bep20',
  text: name,
  position: 420,
  network: 'BEP-20',
  coin: { currency: 'USDT', blockchain: 'BINANCE_SMART_CHAIN', min: '5', max: '50000' },
});

function withAddress(address: CryptoAddress, method = trc, more: StageOptions = {}): Story {
  const { answers, ...options } = more;
  return {
    args: {
      path: `/deposit/crypto/address?method=${method.name}`,
      ...options,
      answers: {
        'methods-payment-v3': buildOffer([trc, erc, bep, bitcoin, ton]),
        'payment-convert-v2': { amount: '4.60', currency: 'EUR', rate: '0.92' },
        'deposit-create': buildAddressDeposit(address),
        'deposit-get': {
          deposit: buildDepositSummary({
            paymentMethod: method.name,
            amount: '5',
            currency: 'USDT',
            expiresAt: new Date(Date.now() + 24 * 3_600_000).toISOString(),
          }),
          created: buildAddressDeposit(address),
        },
        ...answers,
      },
    },
    play: async ({ canvas }) => {
      await canvas.findByRole('img', { name: /QR/ });
      await canvas.findByText('KS-7Q2M-41XK');
    },
  };
}

const bitcoin = buildCoinMethod({
  name: 'bitcoin',
  text: { en: 'Bitcoin', ar: 'بيتكوين' },
  iconIds: ['bitcoin'],
  network: undefined,
  coin: { currency: 'BTC', blockchain: 'BITCOIN', min: '0.0001', max: '5' },
  usualMinutes: 15,
});
const ton = buildCoinMethod({
  name: 'toncoin',
  text: { en: 'Toncoin', ar: 'تونكوين' },
  iconIds: ['toncoin'],
  network: 'TON',
  coin: { currency: 'TON', blockchain: 'TON', min: '1', max: '10000' },
  usualMinutes: 10,
});

export const Ready = withAddress(buildCryptoAddress());

export const Dark: Story = { ...Ready, globals: { theme: 'dark' } };

/** The longest address, on the narrowest phone. */
export const ArabicSmall: Story = {
  ...withAddress(
    buildCryptoAddress({
      depositAddress: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      blockchain: 'BITCOIN',
      cryptoName: 'BTC',
      minDepositValue: '0.0001',
    }),
    bitcoin,
  ),
  globals: { locale: 'ar', viewport: { value: 'small' } },
};

export const Token = withAddress(buildTokenAddress(), erc);

/** Players share the address: the comment tells them apart. */
export const Memo: Story = {
  ...withAddress(
    buildCryptoAddress({
      depositAddress: 'UQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG',
      blockchain: 'TON',
      cryptoName: 'TON',
      minDepositValue: '1',
      memo: '48217730',
    }),
    ton,
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('radio', { name: /Address only|العنوان فقط/ }));
  },
};

const chains = ['BITCOIN', 'ETHEREUM', 'TON', 'LITECOIN', 'BINANCE_SMART_CHAIN'] as const;
const spread = chains.map((blockchain, position) =>
  buildCoinMethod({
    name: `usdt_${blockchain}`,
    text: name,
    position,
    network: undefined,
    coin: { currency: 'USDT', blockchain, min: '5', max: '50000' },
  }),
);

/** More than five networks are searched. */
export const ManyNetworks = withAddress(buildCryptoAddress(), trc, {
  answers: { 'methods-payment-v3': buildOffer([...spread, trc]) },
});

export const Instruction = withAddress(buildCryptoAddress(), trc, {
  hostData: {
    experiments: [{ key: 'crypto_bonus', group: 'group_b' }],
    schema: { meta: { isCryptoBonusAvailable: true, showCryptoInstruction: true } },
  },
});

export const InApp = withAddress(buildCryptoAddress(), trc, { isNative: true });

export const Copied: Story = {
  ...withAddress(buildCryptoAddress(), trc, { isNative: true }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /Copy address|نسخ العنوان/ }));
  },
};

export const Converted: Story = {
  ...withAddress(buildCryptoAddress()),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: /USDT/ }), '50');
    await canvas.findByText(/54/);
  },
};

export const TimeOver = withAddress(buildCryptoAddress(), trc, {
  answers: { 'deposit-status': buildDepositState({ status: 'AUTO_CANCELED' }) },
});

export const Loading: Story = {
  ...withAddress(buildCryptoAddress(), trc, { answers: { 'deposit-create': 'never' } }),
  play: async () => {},
};

const failing = (error: Error): Story => ({
  ...withAddress(buildCryptoAddress(), trc, { answers: { 'deposit-create': error } }),
  play: async ({ canvas }) => {
    await canvas.findByRole('alert');
  },
});

export const Offline = failing(networkError('lost'));

export const Failed = failing(
  new TransportError({
    kind: 'refused',
    code: 'method.unavailable',
    message: '',
    status: 409,
    reference: 'KR-7Q2M-41XK',
  }),
);

/** The code doesn't say what the address is. */
export const Mismatch: Story = {
  ...withAddress(buildCryptoAddress({ depositAddress: 'TXYZ opYRdj2D9XRtbG411' })),
  play: async ({ canvas }) => {
    await canvas.findByRole('alert');
  },
};
