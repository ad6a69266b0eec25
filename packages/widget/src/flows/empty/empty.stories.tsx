import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../testing/stage.tsx';

const meta: Meta<typeof Stage> = {
  title: 'Flows/Empty',
  component: Stage,
  args: { path: '/empty?transaction=deposit' },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const Main: Story = {};

export const WithVpnHint: Story = { args: { isVpnHintShown: true } };

export const Sweepstake: Story = { args: { hostData: { widgetViewType: 'sweep' } } };
