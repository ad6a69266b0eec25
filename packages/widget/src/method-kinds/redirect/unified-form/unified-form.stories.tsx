import type { UnifiedFlow } from '@kassa/contract';
import {
  buildDropdownField,
  buildOffer,
  buildPaymentMethod,
  buildTextField,
} from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import {
  buildFound,
  buildUnifiedDeposit,
  pixText,
} from '../../../flows/deposit/created/testing/build-created.ts';
import { Stage } from '../../../testing/stage.tsx';
import { networkError } from '../../../transport/transport-error.ts';

const method = buildPaymentMethod({
  text: { en: 'Bank transfer', ar: 'تحويل مصرفي' },
  linkSchemes: ['upi'],
});

const withForm = (flow: Partial<UnifiedFlow>): Parameters<typeof Stage>[0] => ({
  path: '/deposit/redirect/unified-form?depositId=deposit-1&method=card',
  answers: {
    'methods-payment-v3': buildOffer([method]),
    'deposit-get': () => buildFound(buildUnifiedDeposit(flow)),
    'deposit-complete': networkError('lost'),
  },
});

const instruction = {
  steps: [
    {
      stepNumber: 1,
      stepInstruction: { en: 'Open your bank’s app.', ar: 'افتح تطبيق مصرفك.' },
    },
    {
      stepNumber: 2,
      stepInstruction: {
        en: 'Send the exact amount to the account below, with the reference as its comment.',
        ar: 'أرسل المبلغ بالضبط إلى الحساب أدناه واكتب المرجع في التعليق.',
      },
    },
  ],
};

const requisites: UnifiedFlow['requisites'] = [
  { name: 'accountHolder', value: 'Sherzod Karimov' },
  { name: 'bankName', value: 'Kapitalbank', isCopyable: false },
  { name: 'cardNumber', type: 'card', value: '8600140441235071' },
  { name: 'iban', type: 'iban', value: 'DE89370400440532013000' },
  { name: 'phone', type: 'phone', value: '+998 90 123-45-67' },
  { name: 'reference', value: 'KS-7Q2M-41XK' },
];

const inputFields = [
  buildTextField({
    name: 'otp',
    placeholder: { en: 'Number of your receipt', ar: 'رقم الإيصال' },
    validations: [{ regex: '^\\d{6}$' }],
  }),
  buildDropdownField(),
];

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Unified form',
  component: Stage,
  args: withForm({ requisites, instruction }),
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const Invoice: Story = {};

export const WithInputs: Story = { args: withForm({ requisites, inputFields }) };

export const InputsWrong: Story = {
  args: withForm({ inputFields }),
  play: async ({ canvas, canvasElement, userEvent }) => {
    const boxes = await canvas.findAllByRole('textbox');
    if (boxes[0] !== undefined) await userEvent.type(boxes[0], '12');
    const button = canvasElement.querySelector('footer button');
    if (button !== null) await userEvent.click(button);
  },
};

export const WithCode: Story = {
  args: withForm({
    instruction,
    qrCodeText: pixText,
    buttonPay: 'upi://pay?pa=kassa@bank',
    requisites: [],
  }),
};

export const TextInstruction: Story = {
  args: withForm({
    instruction: {
      text: 'Pay at any desk of the bank.\nKeep the receipt until the money is here.',
    },
  }),
};

export const NothingToPress: Story = { args: withForm({ buttons: [] }) };

export const CancelAlone: Story = { args: withForm({ buttons: ['cancel'] }) };

export const Expired: Story = { args: withForm({ created: '2026-01-01T00:00:00Z' }) };

export const LongRequisites: Story = {
  args: withForm({
    payment_amount: '123456789012.50',
    requisites: [
      {
        name: 'bankName',
        value: 'Banco de Desarrollo Productivo Sociedad Anónima Múltiple del Ecuador y la Amazonía',
      },
      {
        name: 'note',
        title: 'What the transfer’s comment has to say, word for word and without anything else',
        value: 'INV-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      },
    ],
  }),
};

export const Failed: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    await canvas.findByRole('timer');
    const button = canvasElement.querySelector('footer button');
    if (button !== null) await userEvent.click(button);
  },
};
