import { buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../../testing/stage.tsx';
import { networkError } from '../../../transport/transport-error.ts';
import { buildFound, buildUnifiedDeposit } from './testing/build-created.ts';

const method = buildPaymentMethod({ text: { en: 'Bank transfer', ar: 'تحويل مصرفي' } });
const code = { code: 'ZkT3bWv0q1Xc8yR5nLd7sH2jPf9gUa6eMo4iVBKtwxQ', validSeconds: 600 };

type Answers = NonNullable<Parameters<typeof Stage>[0]['answers']>;

const withCode = (answers: Answers): Parameters<typeof Stage>[0] => ({
  path: '/deposit/redirect/unified-form?depositId=deposit-1&method=card',
  answers: {
    'methods-payment-v3': buildOffer([method]),
    'deposit-get': () => buildFound(buildUnifiedDeposit()),
    'deposit-device-code': code,
    ...answers,
  },
});

/** The phone's part is in the stories of the page `/pay`; a narrow frame without a mouse has no button. */
const meta: Meta<typeof Stage> = {
  title: 'Deposit/Pay on another device',
  component: Stage,
  args: withCode({}),
};
export default meta;
type Story = StoryObj<typeof Stage>;

const show: NonNullable<Story['play']> = async ({ canvas, canvasElement, userEvent }) => {
  await canvas.findByRole('timer');
  const button = canvasElement.querySelector('button[aria-expanded]');
  if (button !== null) await userEvent.click(button);
};

export const Offered: Story = {};

export const Shown: Story = { play: show };

export const Expired: Story = {
  args: withCode({ 'deposit-device-code': { ...code, validSeconds: 0 } }),
  play: show,
};

export const Failed: Story = {
  args: withCode({ 'deposit-device-code': networkError('lost') }),
  play: show,
};
