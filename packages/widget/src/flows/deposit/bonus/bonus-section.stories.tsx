import type { Bonus } from '@kassa/contract';
import { buildBonus, buildFreespinBonus, buildPaymentMethod } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ComponentProps, useState } from 'react';
import { expect, waitFor } from 'storybook/test';
import { BonusSummary } from '../../../features/bonus/bonus-summary.tsx';
import { PartStage } from '../../../testing/part-stage.tsx';
import { BonusSection } from './bonus-section.tsx';

interface BonusStoryProps extends ComponentProps<typeof BonusSection> {
  bonusList: Bonus[];
  bonusId?: string;
}

const card = buildPaymentMethod();

function BonusStory({ bonusList, bonusId, ...form }: BonusStoryProps) {
  const { method, amount, currency } = form;
  return (
    <PartStage hostData={{ bonusList, bonusId }}>
      <BonusSection {...form} />
      {method !== undefined && amount !== undefined && currency !== undefined && (
        <p>
          {amount} {currency} <BonusSummary method={method} amount={amount} currency={currency} />
        </p>
      )}
    </PartStage>
  );
}

const until = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
/** Four ids, one for each colour. */
const several = ['100', '101', '102', '103'].map((id, index) =>
  buildBonus({
    id,
    mustAccruedBefore: until((index + 1) * 40_000),
    content: { title: `${25 * (index + 1)}% on your deposit`, subtitle: 'This week' },
  }),
);
const onForm = { bonusId: 'welcome', method: card, currency: 'EUR' };

const meta: Meta<typeof BonusStory> = {
  title: 'Deposit/Bonus section',
  component: BonusStory,
  args: { bonusList: [buildBonus()] },
};
export default meta;
type Story = StoryObj<typeof BonusStory>;

export const Off: Story = {};

export const On: Story = { args: { bonusId: 'welcome' } };

export const Several: Story = { args: { bonusList: [...several, buildFreespinBonus()] } };

export const Purple: Story = { args: { bonusList: several, bonusId: '101' } };

export const Blue: Story = { args: { bonusList: several, bonusId: '102' } };

export const Orange: Story = { args: { bonusList: several, bonusId: '103' } };

export const FreeSpins: Story = {
  args: { bonusList: [buildFreespinBonus()], bonusId: 'spins' },
};

/** Counts the seconds from when the story is shown, not from when this file is loaded. */
const ending = (seconds: number): Story['render'] =>
  function Ending({ bonusList: [, ...others], ...args }) {
    const [bonus] = useState(() => buildBonus({ mustAccruedBefore: until(seconds) }));
    return <BonusStory {...args} bonusList={[bonus, ...others]} />;
  };

export const ExpiringInSeconds: Story = {
  args: { bonusList: [buildBonus(), buildFreespinBonus()], bonusId: 'welcome' },
  render: ending(8),
};

export const Ended: Story = {
  render: ending(1),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.queryByRole('switch')).toBeNull());
  },
};

export const Activated: Story = { args: { ...onForm, amount: '50' } };

export const BelowMin: Story = { args: { ...onForm, amount: '15' } };

export const NothingTyped: Story = { args: { ...onForm, amount: '' } };

export const OtherCurrency: Story = {
  args: {
    ...onForm,
    amount: '50',
    currency: 'USD',
    bonusList: [buildBonus({ currency: 'GBP' })],
  },
};

/** Paid in another currency than the bonus's, into an account in the bonus's. */
export const Converted: Story = { args: { ...onForm, amount: '50', currency: 'USD' } };

/** A method that hides bonuses. */
export const OtherMethod: Story = {
  args: { ...onForm, amount: '50', method: buildPaymentMethod({ isBonusHidden: true }) },
};

export const LongTexts: Story = {
  args: {
    ...onForm,
    amount: '50',
    bonusList: [
      buildBonus({
        content: {
          title: 'The great seasonal welcome-back bonus for our most loyal friends of the game',
          subtitle: 'Every weekend until the end of the championship, on all deposits of any kind',
        },
        depositBonusData: { minDeposit: '999999999', percent: 12.5 },
      }),
      ...several,
    ],
  },
};
