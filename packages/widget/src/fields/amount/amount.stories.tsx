import { buildPaymentMethod } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { applyThemeTokens } from '../../ui/theme.ts';
import { AmountStage } from './testing/amount-stage.tsx';

const meta: Meta<typeof AmountStage> = {
  title: 'Fields/Amount',
  component: AmountStage,
  decorators: [
    (Story) => (
      <Screen layout="form">
        <h1>bKash</h1>
        <Story />
      </Screen>
    ),
  ],
};
export default meta;
type Story = StoryObj<typeof AmountStage>;

const bkash = buildPaymentMethod({
  name: 'bkash',
  text: { en: 'bKash' },
  amount_rules: { BDT: { min: '200', max: '25000' } },
  recommendedAmounts: ['500', '2500', '5000', '10000'],
});
/** Builds a method with limits in one currency and without recommended amounts. */
const buildPlain = (currency: string, limits: { min: string; max: string }) => {
  const { recommendedAmounts: _, ...plain } = buildPaymentMethod({
    amount_rules: { [currency]: limits },
  });
  return { method: plain, currency, limits };
};

export const Empty: Story = { args: { method: bkash } };

export const Typed: Story = {
  args: { method: bkash },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox'), '1812.50');
  },
};

export const BelowMin: Story = { args: { method: bkash, value: '50' } };

export const AboveMax: Story = { args: { method: bkash, value: '25000.01' } };

export const Chips: Story = {
  args: { method: bkash },
  play: async ({ canvas, userEvent }) => {
    const [, second] = await canvas.findAllByRole('button');
    if (second !== undefined) await userEvent.click(second);
  },
};

/** A host's own accent colours what is chosen, soft or marked. */
const withAccent = (accent: string, onAccent: string): Story => ({
  args: { method: bkash, value: '2500' },
  decorators: [
    (Story) => (
      <>
        <Story />
        <Notice>Kassa</Notice>
        <Button look="soft">Kassa</Button>
      </>
    ),
  ],
  beforeEach: () => {
    const root = document.documentElement;
    applyThemeTokens(root, { accent, 'on-accent': onAccent });
    return () => applyThemeTokens(root, {});
  },
});

export const BlueAccent = withAccent('#1f5eff', '#fff');

export const YellowAccent = withAccent('#ffc400', '#111');

export const NavyAccent = withAccent('#101c50', '#fff');

export const Presets: Story = { args: buildPlain('BDT', { min: '200', max: '250000' }) };

export const Russia: Story = {
  args: { ...buildPlain('RUB', { min: '1000', max: '100000' }), country: 'ru', value: '7500' },
};

export const Prefilled: Story = { args: { method: bkash, value: '1250.5' } };

export const Disabled: Story = { args: { method: bkash, value: '2500', isDisabled: true } };

/** The amount of an existing deposit. */
export const Locked: Story = { args: { method: bkash, value: '2500', isLocked: true } };

export const WithFee: Story = {
  args: {
    method: { ...bkash, fee: { percent: '1.5', fixed: { BDT: '10' } } },
    value: '2500',
  },
};

export const WithBonus: Story = {
  args: { method: bkash, value: '2500', bonusText: '+ bonus Tk 2,500.00' },
};

export const Converted: Story = {
  args: {
    method: { ...bkash, fee: { percent: '1.5' } },
    value: '2500',
    accountCurrency: 'EUR',
  },
};

export const ConvertedAlone: Story = {
  args: { method: bkash, value: '2500', accountCurrency: 'EUR' },
};

export const LimitsUnknown: Story = {
  args: { method: bkash, limits: { min: '0', max: '0' }, value: '500' },
};

const allowance = {
  remaining: '18200.00',
  currency: 'BDT',
  period: 'day',
  resetsAt: '2026-11-22T14:30:00.000Z',
} as const;

export const Allowance: Story = {
  args: { method: bkash, limits: { min: '200', max: '18200.00' }, allowance },
};

export const AllowanceOfMonth: Story = {
  args: {
    method: bkash,
    limits: { min: '200', max: '18200.00' },
    allowance: { ...allowance, period: 'month' },
    value: '20000',
  },
};

export const NothingLeft: Story = {
  args: {
    method: bkash,
    limits: { min: '200', max: '50.00' },
    allowance: { ...allowance, remaining: '50.00' },
  },
};

export const Yen: Story = {
  args: { ...buildPlain('JPY', { min: '1000', max: '100000' }), value: '15000' },
};

export const Dinar: Story = {
  args: { ...buildPlain('KWD', { min: '5', max: '3000' }), value: '120.5' },
};

export const Bitcoin: Story = {
  args: { ...buildPlain('BTC', { min: '0.0005', max: '2' }), value: '0.02500001' },
};

export const LongAmount: Story = {
  args: { ...buildPlain('IDR', { min: '20000', max: '100000000' }), value: '12345678.5' },
};

export const LongSymbol: Story = {
  args: { ...buildPlain('XOF', { min: '500', max: '2000000' }), value: '1500000' },
};

export const NetworkRange: Story = {
  args: {
    method: {
      ...buildPlain('USDT', { min: '10', max: '5000' }).method,
      fields: [
        {
          type: 'networks',
          name: 'network',
          values: [{ value: 'trc20', text: { en: 'TRC-20' }, limits: { min: '5', max: '800' } }],
        },
      ],
    },
    currency: 'USDT',
    limits: { min: '5', max: '800' },
    value: '900',
  },
};

export const Rule: Story = {
  args: {
    method: bkash,
    definition: {
      validations: [
        {
          regex: '^\\d+00$',
          message: {
            en: 'Enter hundreds: 500, 600, 700',
            ar: 'أدخل مبلغًا بالمئات: 500 أو 600 أو 700',
          },
        },
      ],
    },
    value: '550',
  },
};
