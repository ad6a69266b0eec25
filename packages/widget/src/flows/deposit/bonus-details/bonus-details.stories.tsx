import { buildBonus, buildFreespinBonus } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../../testing/stage.tsx';

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Bonus details',
  component: Stage,
  args: { path: '/deposit/bonus-details', hostData: { bonusList: [buildBonus()] } },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const DepositBonus: Story = {};

export const Used: Story = {
  args: { hostData: { bonusList: [buildBonus()], bonusId: 'welcome' } },
};

export const FreeSpins: Story = { args: { hostData: { bonusList: [buildFreespinBonus()] } } };

/** Counts from when the story is shown, not from when this file is loaded. */
const inSeconds = () =>
  buildBonus({ mustAccruedBefore: new Date(Date.now() + 30_000).toISOString() });

export const ExpiringInSeconds: Story = {
  render: (args) => <Stage {...args} hostData={{ bonusList: [inSeconds()] }} />,
};

export const LongTexts: Story = {
  args: {
    hostData: {
      bonusList: [
        buildFreespinBonus({
          content: {
            title: 'The great seasonal welcome-back spins for our most loyal friends of the game',
            subtitle:
              'Every weekend until the end of the championship, on all deposits of any kind',
          },
          freespinBonusData: {
            minDeposit: '999999999',
            maxSpinWin: '999999999.99',
            count: 1250,
            wagerMultiplier: 1.5,
            payoutMultiplier: 100,
            gamesContent: Array.from({ length: 12 }, (_, index) => ({
              nameEn: `The Extraordinary Northern Lights of Fjord ${index + 1}`,
            })),
          },
        }),
      ],
    },
  },
};

export const FewTerms: Story = {
  args: { hostData: { bonusList: [buildBonus({ depositBonusData: { minDeposit: '0' } })] } },
};
