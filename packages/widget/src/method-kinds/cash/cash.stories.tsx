import {
  buildCreatedDeposit,
  buildDepositSummary,
  buildOffer,
  buildPaymentMethod,
} from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { spyOn } from 'storybook/test';
import { Stage } from '../../testing/stage.tsx';

const agent = buildPaymentMethod({
  name: 'agent',
  text: { en: 'City agent' },
  cardViewType: 20,
  linkSchemes: ['tg'],
  securityRulesGroup: 'agent',
  usualMinutes: 30,
});
const created = buildCreatedDeposit({ source: 'tg://resolve?domain=agent' });

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Cash',
  component: Stage,
  args: {
    path: '/deposit/cash?method=agent',
    answers: {
      'methods-payment-v3': buildOffer([agent]),
      'deposit-create': created,
      'deposit-get': {
        deposit: buildDepositSummary({ paymentMethod: 'agent', reference: 'KS-7Q2M-41XK' }),
        created,
      },
    },
  },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const Untouched: Story = {};

/** The chat is in an app, or the popup was blocked: the player follows a link. */
export const ChatReady: Story = {
  play: async ({ canvas, userEvent }) => {
    spyOn(window, 'open').mockReturnValue(null);
    const box = await canvas.findByRole('textbox');
    await userEvent.type(box, '50');
    const buttons = await canvas.findAllByRole('button');
    const submit = buttons.find((button) => button.getAttribute('type') === 'submit');
    if (submit !== undefined) await userEvent.click(submit);
    await canvas.findByText('KS-7Q2M-41XK');
  },
};
