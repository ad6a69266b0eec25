import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from './button.tsx';
import { Screen } from './screen.tsx';
import { Tooltip } from './tooltip.tsx';

const meta: Meta<typeof Tooltip> = {
  title: 'UI/Tooltip',
  component: Tooltip,
  args: {
    isHeld: true,
    words: 'Your bank rounds to whole euros',
    children: (trigger) => (
      <Button look="ghost" {...trigger}>
        €50.00
      </Button>
    ),
  },
  decorators: [
    (Story) => (
      <Screen layout="centered">
        <h1>Kassa</h1>
        <div style={{ display: 'grid', placeItems: 'center' }}>
          <Story />
        </div>
      </Screen>
    ),
  ],
};
export default meta;
type Story = StoryObj<typeof Tooltip>;

export const Held: Story = {};

export const Outcome: Story = { args: { tone: 'ok', words: 'Copied', isName: true } };

export const LongText: Story = {
  args: {
    words:
      'What is sent differs from what you asked for: the other player’s bank takes whole amounts alone, and the difference is credited to your balance.',
  },
};

export const Arabic: Story = {
  args: { words: 'يقرّب مصرفك المبلغ إلى أعداد صحيحة' },
  globals: { locale: 'ar' },
};

export const OnHover: Story = {
  args: { isHeld: false },
  play: async ({ canvas, userEvent }) => {
    await userEvent.hover(await canvas.findByRole('button'));
  },
};
