import { buildOffer, buildPaymentGroup } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import {
  buildFound,
  buildUnifiedDeposit,
} from '../../flows/deposit/created/testing/build-created.ts';
import { Stage } from '../../testing/stage.tsx';
import { networkError, TransportError } from '../../transport/transport-error.ts';
import {
  answerP2p,
  banks,
  basePath,
  buildP2pInvoice,
  buildP2pMethod,
  emptyP2pResponse,
  invoicePath,
} from './testing/set-up-p2p.tsx';

type Answered = Parameters<typeof answerP2p>[0];

const show = (path: string, options: Answered = {}): Parameters<typeof Stage>[0] => ({
  path,
  answers: { ...answerP2p(options), 'deposit-complete': networkError('lost') },
});
const invoice = (options?: Answered) => show(invoicePath, options);

const meta: Meta<typeof Stage> = { title: 'Deposit/Peer to peer', component: Stage };
export default meta;
type Story = StoryObj<typeof Stage>;
type Play = NonNullable<Story['play']>;

const names = ['Эльсом', 'MBank', 'Optima Bank'];
const listed = names.map((name, position) =>
  buildP2pMethod({ name, text: { en: name }, position, iconIds: [] }),
);
const group = buildPaymentGroup({
  name: 'p2pKyrgyzstan',
  label: 'group.p2pKyrgyzstan',
  paymentMethods: names,
});

export const List: Story = {
  args: {
    path: '/deposit/peer-to-peer?group=p2pKyrgyzstan',
    answers: { 'methods-payment-v3': buildOffer(listed, [group]) },
  },
};

export const EmptySearch: Story = {
  args: List.args,
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox'), 'xyz');
  },
};

export const Base: Story = { args: show(basePath) };

export const BaseWithBanks: Story = { args: show(basePath, { method: { banks } }) };

/** The check for an unpaid deposit is under way. */
export const BaseLoading: Story = {
  args: { path: basePath, answers: { ...answerP2p(), 'deposit-check': 'never' } },
};

/** The form with an amount, for a press of its button. */
const submitted = (
  answers: Parameters<typeof Stage>[0]['answers'],
  method: NonNullable<Answered>['method'] = { needsCaptcha: false },
): Parameters<typeof Stage>[0] => ({
  path: basePath,
  answers: {
    ...answerP2p({ method: { ...method, prefilledAmount: { EUR: '50' } } }),
    ...answers,
  },
});

const pressDeposit: Play = async ({ canvas, userEvent }) => {
  await userEvent.click(await canvas.findByRole('button', { name: /^(Deposit|إيداع|Пополнить)/ }));
};

export const Creating: Story = {
  args: submitted({ 'deposit-create-p2p': 'never' }),
  play: pressDeposit,
};

/** The brand's account with the captcha's provider is missing. */
export const CaptchaFailed: Story = {
  args: submitted(
    { 'captcha-challenge': { kind: 'geetest', captchaId: '', scriptUrl: '' } },
    { needsCaptcha: true },
  ),
  play: pressDeposit,
};

export const InvalidResponse: Story = {
  args: submitted({ 'deposit-create-p2p': emptyP2pResponse }),
  play: pressDeposit,
};

export const UnifiedForm: Story = {
  args: {
    path: '/deposit/peer-to-peer/unified-form?depositId=deposit-1&method=card_p2p',
    answers: {
      ...answerP2p(),
      'deposit-get': () =>
        buildFound(buildUnifiedDeposit(), { paymentMethod: 'card_p2p', amount: '1250.50' }),
    },
  },
};

const card = { bank_name: 'Kapitalbank', number: '8600140441235071', fullName: 'Sherzod Karimov' };

export const InvoiceToCard: Story = { args: invoice({ invoicePayee: card }) };

const copyNumber: Play = async ({ canvas, userEvent }) => {
  const name = /^(Copy: Card number|نسخ: رقم البطاقة)$/;
  await userEvent.click(await canvas.findByRole('button', { name }));
};

/** The first step is ticked by what was copied, and the button isn't soft any more. */
export const NumberCopied: Story = {
  args: invoice({ invoicePayee: { ...card, payment_system: 'Uzcard' } }),
  globals: { viewport: { value: 'phone' } },
  play: copyNumber,
};

export const LastMinute: Story = {
  args: invoice({ invoicePayee: card, data: { lifetime: 45 } }),
  globals: { viewport: { value: 'small' } },
};

export const InvoiceToPhone: Story = {
  args: invoice({
    method: { banks, supportUrl: 'https://support.example/kg' },
    invoicePayee: { bank_name: 'MBank', phone: '+996555123456', fullName: 'Айгуль Т.' },
  }),
};

export const ConfirmationId: Story = {
  args: invoice({
    method: { needsConfirmationId: true },
    invoicePayee: { phone: '+8801812345678', fullName: 'Rahim Uddin' },
  }),
};

const paidName = /^(I have paid|لقد دفعت|Готово, оплачено)/;

/** The server refuses what was typed: it stays in its box. */
export const ConfirmationRefused: Story = {
  args: {
    path: invoicePath,
    answers: {
      ...answerP2p({ method: { needsConfirmationId: true }, invoicePayee: card }),
      'deposit-complete': new TransportError({
        kind: 'refused',
        code: 'banking.paymentMethodRegex',
        message: '',
        status: 422,
        params: { field: 'confirmationId', problem: 'rule' },
      }),
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox'), '12345678');
    await userEvent.click(await canvas.findByRole('button', { name: paidName }));
  },
};

export const Expired: Story = {
  args: invoice({ invoicePayee: card, data: { created: '2026-01-01T00:00:00Z' } }),
};

/** The account's envelope opens, and holds no account. */
export const UnreadableEnvelope: Story = { args: invoice({ invoicePayee: [] }) };

export const Guaranteed: Story = {
  args: invoice({ invoicePayee: card, method: { isGuaranteed: true } }),
};

export const OtherSum: Story = {
  args: invoice({
    invoicePayee: card,
    data: { payment_amount: '50.07', processingAmount: '54.20', processingCurrency: 'USD' },
  }),
};

export const StartedBefore: Story = {
  args: {
    path: basePath,
    answers: { ...answerP2p(), 'deposit-check': () => buildP2pInvoice({}, { exists: true }) },
  },
};

const tips = (group: string): Parameters<typeof Stage>[0] => ({
  ...invoice({ invoicePayee: card }),
  hostData: { experiments: [{ key: 'payment_detail_tips', group }] },
});

export const TipsBelowDetails: Story = { args: tips('group_b') };

export const TipsAboveButton: Story = { args: tips('group_c') };

export const LongTexts: Story = {
  args: invoice({
    method: {
      text: {
        en: 'Transfer by card number from any bank of Uzbekistan to a card of Uzcard or Humo',
      },
      isGuaranteed: true,
      banks,
      supportUrl: 'https://support.example/',
    },
    data: { payment_amount: '1250000.07' },
    invoicePayee: {
      bank_name: 'Joint-Stock Commercial Bank for Social Development of the Republic',
      number: '8600140441235071',
      phone: '+998901234567',
      fullName: 'Abdurakhmonov Sherzodbek Karimjonovich',
      transaction_description:
        'Private transfer to a relative, for the order KS-7Q2M-41XK of today',
    },
  }),
  globals: { viewport: { value: 'small' } },
};

export const Arabic: Story = {
  args: invoice({ method: { banks, isGuaranteed: true, needsConfirmationId: true } }),
  globals: { locale: 'ar' },
};

const instructionPath = '/deposit/peer-to-peer/instruction?method=card_p2p';

export const InstructionBanks: Story = { args: show(instructionPath, { method: { banks } }) };

export const InstructionSlides: Story = {
  args: show(`${instructionPath}&bank=tbc`, { method: { banks } }),
};

export const InstructionArabic: Story = {
  args: show(`${instructionPath}&bank=tbc`, { method: { banks } }),
  globals: { locale: 'ar' },
};

export const Loading: Story = {
  args: { path: invoicePath, answers: { ...answerP2p(), 'deposit-get': 'never' } },
};

export const Failed: Story = {
  args: { path: invoicePath, answers: { ...answerP2p(), 'deposit-get': networkError('lost') } },
};
