import { buildTextField } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactNode, useEffect } from 'react';
import { Stage } from '../../testing/stage.tsx';
import { networkError, TransportError } from '../../transport/transport-error.ts';
import {
  answerIndian,
  type IndianInvoice,
  indianMethod,
  indianPath,
  upiPayee,
} from './testing/build-indian.ts';

const withInvoice = (invoice?: IndianInvoice): Parameters<typeof Stage>[0] => ({
  path: indianPath,
  answers: { ...answerIndian(invoice), 'deposit-complete': networkError('lost') },
});

const browsers = {
  android: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/142.0.0.0 Mobile Safari/537.36',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1',
};

/** By its last part Storybook knows a test, and shows transitions at their end. */
const usualBrowser = navigator.userAgent;

/** Shows a story as on a phone. The apps show in a narrow frame without a mouse. */
function OnPhone({ phone, children }: { phone: keyof typeof browsers; children: ReactNode }) {
  const value = `${browsers[phone]} ${usualBrowser}`;
  Object.defineProperty(navigator, 'userAgent', { value, configurable: true });
  useEffect(() => () => void Reflect.deleteProperty(navigator, 'userAgent'), []);
  return children;
}

const meta: Meta<typeof Stage> = {
  title: 'Deposit/India',
  component: Stage,
  args: withInvoice(),
};
export default meta;
type Story = StoryObj<typeof Stage>;

const on = (phone: keyof typeof browsers): NonNullable<Story['decorators']> => [
  (Shown) => (
    <OnPhone phone={phone}>
      <Shown />
    </OnPhone>
  ),
];

export const Desk: Story = {};

export const Android: Story = { decorators: on('android') };

export const SmallPhone: Story = {
  decorators: on('android'),
  globals: { viewport: { value: 'small' } },
};

export const LastMinute: Story = {
  decorators: on('ios'),
  args: withInvoice({ data: { lifetime: 45 } }),
  globals: { viewport: { value: 'phone' } },
};

export const LongTexts: Story = {
  args: withInvoice({
    data: { payment_amount: '123456789012.55' },
    over: { amount: '123456789012.50' },
    payee: {
      vpa: 'northline-payments-private-limited-merchant-0123456789@okhdfcbank',
      fullName: 'Northline Payments and Settlement Services Private Limited, Mumbai',
      transaction_description: 'INV-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789',
    },
  }),
  globals: { viewport: { value: 'small' } },
};

/** Types the number of the transfer, and confirms the payment. */
const confirm: NonNullable<Story['play']> = async ({ canvas, canvasElement, userEvent }) => {
  const name = /^(I have paid|لقد دفعت|Готово, оплачено)/;
  const button = await canvas.findByRole('button', { name });
  const box = canvasElement.querySelector('input');
  if (box !== null) await userEvent.type(box, '412345678901');
  await userEvent.click(button);
};

/** The server refuses the number: it stays in its box. */
export const UtrRefused: Story = {
  args: {
    path: indianPath,
    answers: {
      ...answerIndian(),
      'deposit-complete': new TransportError({
        kind: 'refused',
        code: 'banking.paymentMethodRegex',
        message: '',
        status: 422,
        params: { field: 'utr', problem: 'rule' },
      }),
    },
  },
  play: confirm,
};

export const ConfirmationFailed: Story = { play: confirm };

export const Expired: Story = {
  args: withInvoice({
    data: { created: new Date(Date.now() - 20 * 60_000).toISOString() },
    over: { expiresAt: new Date(Date.now() - 5 * 60_000).toISOString() },
  }),
};

export const Unreadable: Story = { args: withInvoice({ payee: [] }) };

export const Form: Story = {
  args: {
    path: '/deposit/india?method=upi_transfer',
    answers: {
      'methods-payment-v3': {
        ...answerIndian({ method: { ...indianMethod, isPreparationRequired: true } })[
          'methods-payment-v3'
        ],
        currency: 'INR',
      },
      'deposit-prepare': {
        details: [
          { name: 'payeeName', title: { en: 'Paid to' }, value: 'Northline Payments' },
          { name: 'vpa', type: 'vpa', value: upiPayee.vpa ?? '' },
        ],
        fields: [buildTextField({ name: 'payerAddress', placeholder_key: 'field.ownUpiId' })],
      },
    },
  },
};
