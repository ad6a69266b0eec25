import type { CallResponse } from '@kassa/contract';
import { buildQuote, type FakeAnswers } from '@kassa/test-kit';
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
const naira: Partial<CallResponse<'withdrawal-quote'>> = {
  leaves: { amount: '52500.00', currency: 'NGN' },
  fee: '500.00',
  arrives: { amount: '52000.00', currency: 'NGN' },
  destination: '•••• 6789 · GTBank',
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
  destination: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf2',
  holder: null,
});
const longMs = 3_600_000;
export const InCoins = quoted(inCoins('31.845128', longMs));

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
