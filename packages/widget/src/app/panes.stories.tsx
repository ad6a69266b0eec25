import type { Meta, StoryObj } from '@storybook/react-vite';
import { sampleOffer } from '../testing/sample-offer.ts';
import { Stage } from '../testing/stage.tsx';

/** From 900 px on; the stories' viewer makes its frame wide enough for them. */
const meta: Meta<typeof Stage> = {
  title: 'App/Panes',
  component: Stage,
  args: { answers: { 'methods-payment-v3': sampleOffer } },
  globals: { viewport: { value: 'desktop' } },
};
export default meta;
type Story = StoryObj<typeof Stage>;

/** Nothing is chosen yet. */
export const List: Story = {};

/** Opened by its address, so that the list comes after it. */
export const Form: Story = {
  args: { path: '/deposit/redirect?method=card' },
  play: async ({ canvas }) => {
    await canvas.findByRole('link', { current: true });
  },
};

/** A group's methods, and one of them later, stand where a form does. */
export const Group: Story = { ...Form, args: { path: '/deposit/group?group=eMoney' } };

export const Withdrawal: Story = {
  ...Form,
  args: { path: '/withdrawal/redirect?method=card-out' },
};
