import type { CallResponse } from '@kassa/contract';
import { buildDestination, buildQuote, type FakeAnswers } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../../testing/stage.tsx';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { find, goToConfirm, press } from '../testing/fill-form.ts';
import { nigerianAnswers } from '../testing/sample-withdrawals.ts';

const meta: Meta<typeof Stage> = {
  title: 'Withdrawal/Confirm',
  component: Stage,
  args: { path: '/withdrawal/nigerian-banks?method=bank-ng&bank=054&group=banksNigeria' },
  play: goToConfirm,
};
export default meta;
type Story = StoryObj<typeof Stage>;

const now = Date.UTC(2026, 10, 24, 14, 2);
const bankAccount = buildDestination({
  parts: [
    { field: 'bank', value: '054' },
    { field: 'account', value: '0123456789' },
  ],
});
const naira: Partial<CallResponse<'withdrawal-quote'>> = {
  leaves: { amount: '52500.00', currency: 'NGN' },
  fee: '500.00',
  arrives: { amount: '52000.00', currency: 'NGN' },
  destinationDetails: bankAccount,
  holder: 'ADAEZE N. OKAFOR',
};
const quoted = (
  quote: Partial<CallResponse<'withdrawal-quote'>> = {},
  answers: FakeAnswers = {},
): Story => ({
  args: {
    answers: {
      ...nigerianAnswers,
      'withdrawal-quote': buildQuote({ ...naira, ...quote }),
      ...answers,
    },
  },
});
const confirm: NonNullable<Story['play']> = async (context) => {
  await goToConfirm(context);
  await press(context, 'footer button[type="submit"]');
};

export const Plain = quoted();
export const ArabicSmall: Story = {
  ...quoted({ isReviewed: true }),
  globals: { locale: 'ar', viewport: { value: 'small' } },
};
export const Reviewed = quoted({ isReviewed: true, holder: null });
export const NewDestination = quoted({ sendsAfter: now + 86_400_000 });
const inCoins = (amount: string, holdsMs: number) => ({
  arrives: { amount, currency: 'USDT' as const },
  rate: '0.00061241',
  rateLock: { code: `lock ${amount}`, expiresAt: Date.now() + holdsMs },
  fee: '0.00',
  holder: null,
});
const longMs = 3_600_000;

/** A player's own wallet, typed into the form of the coin. */
const wallet = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const coins = (address: string): Story => {
  const { args } = quoted({
    ...inCoins('31.845128', longMs),
    destinationDetails: buildDestination({
      parts: [{ field: 'address', value: address }],
      contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    }),
  });
  return {
    args: { ...args, path: '/withdrawal/redirect?method=usdt' },
    play: async (context) => {
      const { canvasElement, userEvent } = context;
      const typeInto = async (name: string, typed: string) =>
        userEvent.type(await find(canvasElement, `[data-field="${name}"] input`), typed);
      await typeInto('amount', '52500');
      await typeInto('address', wallet);
      await press(context, 'footer button[type="submit"]');
      await find(canvasElement, 'form[hidden]');
    },
  };
};
export const InCoins = coins(wallet);
export const InCoinsSmall: Story = {
  ...coins('bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297'),
  globals: { viewport: { value: 'small' } },
};
export const InCoinsDark: Story = { ...coins(wallet), globals: { theme: 'dark' } };

const otherHolder = { holder: 'WILHELMINA VAN DER ZANDT', isHolderAsked: true };
export const OtherHolder = quoted(otherHolder);
export const OtherHolderMissing: Story = { ...OtherHolder, play: confirm };

/** The rate runs out as the player looks, and this much arrives at the next one. */
const ranOut = (amount: string): Story => {
  let count = 0;
  const answer = () =>
    buildQuote({
      ...naira,
      ...(count++ === 0 ? inCoins('31.845128', 300) : inCoins(amount, longMs)),
    });
  return {
    ...quoted({}, { 'withdrawal-quote': answer }),
    play: async (context) => {
      count = 0;
      await goToConfirm(context);
      await find(context.canvasElement, '[role="alert"]');
    },
  };
};
export const RateFell = ranOut('31.211004');
export const RateRose = ranOut('32.004217');

const forfeitedBonuses = [
  { bonusId: 'b1', title: 'Welcome bonus', amount: '10000.00', currency: 'NGN', spins: null },
];
export const Forfeits = quoted({ forfeitedBonuses });
export const NotAgreed: Story = { ...Forfeits, play: confirm };

export const CodeAsked = quoted({ needsCode: true });
export const CodeSent: Story = {
  ...quoted(
    { needsCode: true },
    { 'withdrawal-code': { sentTo: '+234 ••• 89', expiresAt: now, nextAt: 0 } },
  ),
  play: confirm,
};
const savedPart = { ...bankAccount, isPartial: true };
export const SavedDetails: Story = {
  ...quoted(
    {
      needsCode: true,
      destinationDetails: {
        ...savedPart,
        parts: [
          { field: 'bank', value: '054' },
          { field: 'account', value: '•••• 6789' },
        ],
      },
    },
    { 'withdrawal-code': { sentTo: '+234 ••• 89', expiresAt: now, nextAt: 0 } },
  ),
  play: confirm,
};

export const Creating: Story = { ...quoted({}, { 'withdrawal-create': 'never' }), play: confirm };
export const Unknown: Story = {
  ...quoted({}, { 'withdrawal-create': networkError('lost') }),
  play: confirm,
};
const refused = (code: string, params: Record<string, string> = {}): Story => ({
  ...quoted(
    {},
    {
      'withdrawal-create': new TransportError({
        kind: 'refused',
        code,
        message: '',
        status: 422,
        params,
      }),
    },
  ),
  play: confirm,
});
export const QuoteChanged = refused('quote.changed');
export const Refused = refused('payout.turnover', { amount: '34000.00', currency: 'NGN' });
