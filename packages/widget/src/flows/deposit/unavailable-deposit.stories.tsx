import { buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../testing/stage.tsx';

const meta: Meta<typeof Stage> = { title: 'Deposit/Step', component: Stage };
export default meta;
type Story = StoryObj<typeof Stage>;

const longName = 'The Very Long-Winded Cooperative Savings Bank of Llanfairpwllgwyngyll';

export const WithMethod: Story = { args: { path: '/deposit/cash?method=card' } };

export const WithoutMethod: Story = { args: { path: '/deposit/video-instruction?group=cards' } };

export const LongName: Story = {
  args: {
    path: '/deposit/india?method=card',
    answers: { 'methods-payment-v3': buildOffer([buildPaymentMethod({ text: { en: longName } })]) },
  },
};
