import { buildCreatedOffers, buildOffers } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../testing/stage.tsx';
import { networkError, TransportError } from '../../transport/transport-error.ts';
import {
  answerOnramp,
  buildFoundOffers,
  buildTakenOffer,
  formPath,
  offersPath,
} from './testing/onramp-answers.ts';

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Buy crypto',
  component: Stage,
  args: { path: formPath, answers: answerOnramp() },
};
export default meta;

type Story = StoryObj<typeof Stage>;

export const Form: Story = {};

const refused = (code: string) =>
  new TransportError({ kind: 'refused', code, message: '', status: 422 });

/** The method takes no currency that the form begins with. */
export const CurrencyNotTaken: Story = {
  args: {
    hostData: { paymentGeo: 'jp' },
    answers: {
      ...answerOnramp('jp', {}),
      'deposit-limits': refused('currency.unsupported'),
    },
  },
};

export const LimitsLoading: Story = {
  args: { answers: { ...answerOnramp('br', {}), 'deposit-limits': 'never' } },
};

export const LimitsFailed: Story = {
  args: { answers: { ...answerOnramp('br', {}), 'deposit-limits': networkError('lost') } },
};

const withOffers = (
  offers: Parameters<typeof buildOffers>[0] = {},
  answers: ReturnType<typeof answerOnramp> = {},
): Parameters<typeof Stage>[0] => ({
  path: offersPath,
  answers: {
    ...answerOnramp(),
    'deposit-get': () => buildFoundOffers(buildOffers({ lifetime: 600, ...offers })),
    ...answers,
  },
});

const { paymentMethodOffers: three } = buildOffers();

export const Offers: Story = { args: withOffers() };

export const OneOffer: Story = {
  args: withOffers({ paymentMethodOffers: three.slice(0, 1) }),
};

export const OffersLoading: Story = { args: withOffers({}, { 'deposit-get': 'never' }) };

const past = { created: new Date(Date.now() - 3_600_000).toISOString() };

/** The offers are out of date, and fresh ones are asked for. */
export const OffersRenewing: Story = {
  args: withOffers(past, { 'external-deposit-continue': 'never' }),
};

/** The offers are out of date, and no fresh ones came. */
export const OffersExpired: Story = {
  args: withOffers(past, { 'external-deposit-continue': networkError('lost') }),
};

let isChanged = false;

/** The press finds that the provider gives another amount. */
export const OfferChanged: Story = {
  args: withOffers(
    {},
    {
      'deposit-get': () => {
        const changed = three.map((offer) => ({ ...offer, amount: '46.10' }));
        return buildFoundOffers(
          buildOffers({ lifetime: 600, ...(isChanged && { paymentMethodOffers: changed }) }),
        );
      },
      'external-deposit-continue': () => {
        isChanged = true;
        return refused('offer.changed');
      },
    },
  ),
  beforeEach: () => {
    isChanged = false;
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /Banxa/ }));
  },
};

/** The provider took the offer, and gives another amount than the list said. */
export const TakenForLess: Story = {
  args: withOffers(
    {},
    { 'external-deposit-continue': ({ offerId }) => buildTakenOffer(offerId, '40.00') },
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /Banxa/ }));
  },
};

/** No provider sells any more: the deposit has ended. */
export const NoOffers: Story = {
  args: {
    path: '/deposit/complete?depositId=deposit-1&method=buy&status=mistaked&to=OnRamp',
    answers: answerOnramp(),
  },
};

/** Large amounts and long names, in the least room. */
export const LongNames: Story = {
  args: withOffers({
    paymentMethodOffers: three.map((offer, index) => ({
      ...offer,
      title: `${offer.title} International Digital Asset Exchange`,
      amount: `${1_234_567_890 - index * 1_000_000}.00`,
      currency: 'IDR',
      coinAmount: '75123.12345678',
      rate: '16434.123456',
    })),
  }),
};

/** The creation comes back with offers. */
export const Created: Story = {
  args: { answers: { ...answerOnramp(), 'deposit-create': buildCreatedOffers() } },
};
