import type { HostToHostData, Payee } from '@kassa/contract';
import {
  buildDropdownField,
  buildOffer,
  buildPaymentMethod,
  buildTextField,
} from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import {
  buildFound,
  buildInvoiceDeposit,
  pixText,
  sealText,
} from '../../flows/deposit/created/testing/build-created.ts';
import { Stage } from '../../testing/stage.tsx';
import { networkError } from '../../transport/transport-error.ts';

const method = buildPaymentMethod({
  name: 'bank',
  category: 'bankTransfer',
  cardViewType: 9,
  text: { en: 'Bank transfer', ar: 'تحويل مصرفي' },
  iconIds: ['bank'],
  usualMinutes: 5,
  linkSchemes: ['upi'],
});

const offered = { 'methods-payment-v3': buildOffer([method]) };

interface Shown {
  data?: Partial<HostToHostData>;
  payee?: Payee | null;
  over?: Parameters<typeof buildFound>[1];
}

const withInvoice = ({ data, payee, over }: Shown = {}): Parameters<typeof Stage>[0] => ({
  path: '/deposit/host-to-host?depositId=deposit-1&method=bank',
  answers: {
    ...offered,
    'deposit-get': async () =>
      buildFound(await buildInvoiceDeposit(data, payee), { paymentMethod: 'bank', ...over }),
    'deposit-complete': networkError('lost'),
  },
});

const virtualAccount: Payee = {
  bank_name: 'Bank Central Asia',
  account_number: '39358081234567890',
  fullName: 'PT Kassa Pembayaran',
};

const iban: Payee = {
  bank_name: 'Commerzbank',
  iban: 'DE89370400440532013000',
  bank_code: 'COBADEFFXXX',
  fullName: 'Northline Payments GmbH',
  transaction_description: 'KS-7Q2M-41XK',
};

const inRupees = {
  payment_amount: '1003.00',
  payment_currency: 'INR' as const,
};
const upi: Payee = { vpa: 'northline@okaxis', fullName: 'Northline Payments Pvt Ltd' };
const upiLink = 'upi://pay?pa=northline@okaxis&am=1003.00&cu=INR';

const inputFields = [
  buildTextField({
    name: 'otp',
    placeholder: { en: 'Number of the transfer (UTR)', ar: 'رقم التحويل' },
    validations: [{ regex: '^\\d{12}$' }],
  }),
  buildDropdownField(),
];

const instruction = {
  steps: [
    { stepNumber: 1, stepInstruction: { en: 'Open your bank’s app.', ar: 'افتح تطبيق مصرفك.' } },
    {
      stepNumber: 2,
      stepInstruction: {
        en: 'Send the exact amount to the account below, with the description as its comment.',
        ar: 'أرسل المبلغ بالضبط إلى الحساب أدناه واكتب الوصف في التعليق.',
      },
    },
  ],
};

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Host to host',
  component: Stage,
  args: withInvoice(),
};
export default meta;
type Story = StoryObj<typeof Stage>;
type Play = NonNullable<Story['play']>;

const pressPaid: Play = async ({ canvas, canvasElement, userEvent }) => {
  await canvas.findAllByRole('term');
  const button = canvasElement.querySelector('footer button');
  if (button !== null) await userEvent.click(button);
};

export const Waiting: Story = {};

export const Iban: Story = { args: withInvoice({ payee: iban }) };

export const VirtualAccount: Story = {
  args: withInvoice({
    payee: virtualAccount,
    data: { payment_amount: '1500000', payment_currency: 'IDR' },
    over: { amount: '1500000', currency: 'IDR' },
  }),
};

/** A currency without cents. */
export const Yen: Story = {
  args: withInvoice({
    payee: { ...virtualAccount, bank_name: 'みずほ銀行' },
    data: { payment_amount: '12001', payment_currency: 'JPY' },
    over: { amount: '12000', currency: 'JPY' },
  }),
};

export const OtherAmount: Story = {
  args: withInvoice({ payee: upi, data: inRupees, over: { amount: '1000.00', currency: 'INR' } }),
};

export const WithCode: Story = {
  args: withInvoice({
    payee: upi,
    data: { ...inRupees, qrCodeText: upiLink, buttonPay: upiLink },
    over: { amount: '1003.00', currency: 'INR' },
  }),
};

export const LinkOnly: Story = {
  args: withInvoice({ payee: upi, data: { buttonPay: 'https://pay.example/1' } }),
};

export const WithInstruction: Story = { args: withInvoice({ payee: iban, data: { instruction } }) };

export const WithInputs: Story = { args: withInvoice({ data: { inputFields } }) };

/** The values stay where the confirmation fails. */
export const InputsFailed: Story = {
  args: withInvoice({ data: { inputFields: inputFields.slice(0, 1) } }),
  play: async (context) => {
    const box = await context.canvas.findByRole('textbox');
    await context.userEvent.type(box, '412899301274');
    await pressPaid(context);
  },
};

/** Without fields the status follows all the same. */
export const ConfirmationFailed: Story = { play: pressPaid };

export const RequisitesOnly: Story = {
  args: withInvoice({
    payee: null,
    data: {
      requisites: [
        { name: 'till', title: { en: 'Till number', ar: 'رقم الصندوق' }, value: '174 379' },
        { name: 'account_number', type: 'account', value: '0123456789' },
      ],
      qrCodeText: pixText,
    },
  }),
};

export const NothingToPress: Story = { args: withInvoice({ data: { buttons: [] } }) };

export const LongTexts: Story = {
  args: withInvoice({
    payee: {
      bank_name:
        'Banco de Desarrollo Productivo Sociedad Anónima Múltiple del Ecuador y la Amazonía',
      bank_account: 'ACCT-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789',
      fullName: 'María de los Ángeles Fernández-Villaverde y Rodríguez de la Fuente',
      transaction_description:
        'INV-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    },
    data: { payment_amount: '123456789012.55' },
    over: { amount: '123456789012.50' },
  }),
};

export const LastMinute: Story = {
  args: withInvoice({ data: { lifetime: 45 } }),
  globals: { viewport: { value: 'phone' } },
};

/** What few players need is behind one press. */
export const Unfolded: Story = {
  args: withInvoice({ payee: iban, data: { instruction } }),
  globals: { viewport: { value: 'small' } },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await canvas.findAllByRole('term');
    const summary = canvasElement.querySelector('summary');
    if (summary !== null) await userEvent.click(summary);
  },
};

export const Expired: Story = { args: withInvoice({ data: { created: '2026-01-01T00:00:00Z' } }) };

/** The player or the operator ends the deposit while the page shows. */
export const CanceledMeanwhile: Story = {
  args: {
    ...withInvoice(),
    answers: {
      ...withInvoice().answers,
      'deposit-status': {
        depositId: 'deposit-1',
        reference: 'KS-7Q2M-41XK',
        status: 'CANCELED',
        amount: '50.00',
        currency: 'EUR',
      },
    },
  },
};

export const Canceling: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    await canvas.findAllByRole('term');
    const button = [...canvasElement.querySelectorAll('main button')].at(-1);
    if (button !== undefined) await userEvent.click(button);
  },
};

/** The envelope of another deposit. */
export const Unreadable: Story = {
  args: {
    ...withInvoice(),
    answers: {
      ...offered,
      'deposit-get': async () => {
        const encoded = await sealText('not a payee');
        return buildFound(await buildInvoiceDeposit({ card: { encoded } }, null), {
          paymentMethod: 'bank',
        });
      },
    },
  },
};

export const Loading: Story = {
  args: { ...withInvoice(), answers: { ...offered, 'deposit-get': 'never' } },
};

export const NotFound: Story = {
  args: { ...withInvoice(), answers: { ...offered, 'deposit-get': networkError('lost') } },
};
