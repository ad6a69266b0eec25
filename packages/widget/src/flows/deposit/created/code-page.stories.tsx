import { buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../../testing/stage.tsx';
import { networkError } from '../../../transport/transport-error.ts';
import { buildCodeDeposit, buildFound, pixText } from './testing/build-created.ts';

const method = buildPaymentMethod({
  name: 'pix',
  category: 'bankTransfer',
  cardViewType: 6,
  text: { en: 'Pix' },
  iconIds: ['pix'],
  linkSchemes: ['upi'],
});
const over = { paymentMethod: 'pix' };

type Answers = NonNullable<Parameters<typeof Stage>[0]['answers']>;

const answersWith = (answers: Answers): Answers => ({
  'methods-payment-v3': buildOffer([method]),
  ...answers,
});
const withCode = (
  page: 'pix' | 'eazype',
  data?: Parameters<typeof buildCodeDeposit>[1],
): Partial<Parameters<typeof Stage>[0]> => ({
  path: `/deposit/redirect/${page}?depositId=deposit-1&method=pix`,
  answers: answersWith({ 'deposit-get': () => buildFound(buildCodeDeposit(page, data), over) }),
});

/** A picture as a provider sends it. It isn't a valid code. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABgAAAAYAQAAAADIDABVAAAAa0lEQVR42gFgAJ//AACyAAB9V74ARWWiAEWsIgBFU6IAffe+AAFmgAAavIkAZ/TlAKsyEgDIimIAziCdALwr9ADZTewASDRhAIbFMQCx/SIAAL92AHzGBgBFezoARE1gAEQq7QB9Hh0AAEmDP6AgIRCXr/MAAAAASUVORK5CYII=';

const upiLink = 'upi://pay?pa=kassa@bank&pn=Kassa&am=50.00&cu=INR';

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Code to pay by',
  component: Stage,
  args: withCode('pix'),
};
export default meta;
type Story = StoryObj<typeof Stage>;
type Play = NonNullable<Story['play']>;

/** Presses the last button of a part of the page, in any language. */
const pressLast =
  (part: 'main' | 'footer'): Play =>
  async ({ canvas, canvasElement, userEvent }) => {
    await canvas.findByRole('timer');
    const button = [...canvasElement.querySelectorAll(`${part} button`)].at(-1);
    if (button !== undefined) await userEvent.click(button);
  };

export const Waiting: Story = {};

export const Loading: Story = {
  args: { answers: answersWith({ 'deposit-get': 'never' }) },
};

export const NotFound: Story = {
  args: { answers: answersWith({ 'deposit-get': networkError('lost') }) },
};

/** The first step is ticked by what was copied, and the button isn't soft any more. */
export const CodeCopied: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await canvas.findByRole('timer');
    const button = canvasElement.querySelector('main section button');
    if (button !== null) await userEvent.click(button);
  },
};

export const LastMinute: Story = {
  args: withCode('pix', { qrCodeText: pixText, lifetime: 50 }),
  globals: { viewport: { value: 'small' } },
};

export const Expired: Story = {
  args: withCode('pix', { qrCodeText: pixText, created: '2026-01-01T00:00:00Z' }),
};

export const LongCode: Story = {
  args: withCode('pix', { qrCodeText: `${pixText}${'0123456789ABCDEF'.repeat(48)}` }),
};

export const PictureOnly: Story = { args: withCode('pix', { qrDataURL: picture }) };

export const EazypeWithLink: Story = {
  args: withCode('eazype', { qrCodeText: upiLink, buttonPay: upiLink }),
};

export const EazypeLinkOnly: Story = { args: withCode('eazype', { buttonPay: upiLink }) };

export const Canceling: Story = { play: pressLast('main') };

export const Telling: Story = {
  args: { answers: { ...withCode('pix').answers, 'deposit-complete': 'never' } },
  play: pressLast('footer'),
};

export const TellingFailed: Story = {
  args: { answers: { ...withCode('pix').answers, 'deposit-complete': networkError('lost') } },
  play: pressLast('footer'),
};
