import type { FakeAnswers } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../../testing/stage.tsx';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { press } from '../../withdrawal/testing/fill-form.ts';
import type { RecoupSum } from './redemption.queries.ts';
import { buildRecoup, redemptionAnswers } from './testing/sample-redemption.ts';

type Play = NonNullable<StoryObj<typeof Stage>['play']>;

const fill: Play = async ({ canvasElement, userEvent }) => {
  const typeInto = async (name: string, typed: string) => {
    const selector = `[data-field="${name}"] input`;
    while (canvasElement.querySelector(selector) === null) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    const input = canvasElement.querySelector(selector);
    if (input !== null) await userEvent.type(input, typed);
  };
  await typeInto('amount', '250');
  await typeInto('address', 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh');
};
const goOn: Play = async (context) => {
  await fill(context);
  await press(context, 'footer button[type="submit"]');
};

const meta: Meta<typeof Stage> = {
  title: 'Sweepstake/Convert',
  component: Stage,
  args: {
    path: '/withdrawal/crypto/convert?method=btc-out',
    hostData: { widgetViewType: 'sweep', currency: 'QSC' },
    answers: redemptionAnswers,
  },
};
export default meta;
type Story = StoryObj<typeof Stage>;

const answered = (answers: FakeAnswers): Story => ({
  args: { answers: { ...redemptionAnswers, ...answers } },
});
const withSum = (sum: Partial<RecoupSum>): Story => answered(buildRecoup(sum));

export const Empty: Story = {};
export const Filled: Story = { play: fill };
export const FilledDark: Story = { play: fill, globals: { theme: 'dark' } };
export const ArabicSmall: Story = {
  play: fill,
  globals: { locale: 'ar', viewport: { value: 'small' } },
};
export const AboveRedeemable: Story = { ...withSum({ amount: '200.00' }), play: goOn };
export const TooLittle = withSum({ amount: '20.00' });
export const Unplayed = withSum({ amount: '0.00', unplayed: '512.00' });
export const ZeroRate = answered({
  'payment-convert-v2': { amount: '0', currency: 'BTC', rate: '0' },
});
export const MissingRate = answered({
  'payment-convert-v2': { amount: '0', currency: 'BTC', rate: null },
});
export const MissingBalance = answered({ 'sweepstake-recoup-sum': networkError('lost') });
export const Offline = answered({ 'payment-convert-v2': networkError('lost') });
export const LoadingRate = answered({ 'payment-convert-v2': 'never' });
export const Asking: Story = { ...answered({ 'withdrawal-quote': 'never' }), play: goOn };
export const Refused: Story = {
  ...answered({
    'withdrawal-quote': new TransportError({
      kind: 'refused',
      code: 'payout.playthrough',
      message: '',
      status: 422,
      params: { amount: '200.00', currency: 'QSC' },
      reference: 'KE-7Q2M-41XK',
    }),
  }),
  play: goOn,
};
export const Confirm: Story = { play: goOn };
export const ConfirmDark: Story = { play: goOn, globals: { theme: 'dark' } };
