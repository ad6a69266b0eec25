import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../testing/stage.tsx';
import { networkError, TransportError } from '../transport/transport-error.ts';

const meta: Meta<typeof Stage> = { title: 'App/Error', component: Stage };
export default meta;
type Story = StoryObj<typeof Stage>;

export const Unknown: Story = { args: { path: '/error' } };

export const Network: Story = {
  args: { answers: { 'methods-payment-v3': networkError('connection reset') } },
};

export const Refused: Story = {
  args: {
    answers: {
      'methods-payment-v3': new TransportError({
        kind: 'refused',
        code: 'server.unavailable',
        message: '',
        reference: 'KS-7Q2M-41XK',
      }),
    },
  },
};
