import {
  buildAskingDeposit,
  buildBonus,
  buildCreatedDeposit,
  buildDepositSummary,
  buildDropdownField,
  buildOffer,
  buildPaymentMethod,
  buildPhoneField,
  buildSavedDetails,
  buildTextField,
} from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { spyOn } from 'storybook/test';
import { Stage } from '../../testing/stage.tsx';
import { networkError, TransportError } from '../../transport/transport-error.ts';

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Redirect form',
  component: Stage,
  args: { path: '/deposit/redirect?method=card' },
};
export default meta;
type Story = StoryObj<typeof Stage>;

type Play = NonNullable<Story['play']>;

/** Types an amount and presses the button, in a browser that blocks popups. */
const submit =
  (amount: string): Play =>
  async ({ canvas, userEvent }) => {
    spyOn(window, 'open').mockReturnValue(null);
    await canvas.findAllByRole('textbox');
    // The amount is the form's first input.
    const [box] = canvas.getAllByRole('textbox');
    if (box !== undefined) await userEvent.type(box, amount);
    const buttons = await canvas.findAllByRole('button');
    const submitButton = buttons.find((button) => button.getAttribute('type') === 'submit');
    if (submitButton !== undefined) await userEvent.click(submitButton);
  };

const offer = (method: Parameters<typeof buildPaymentMethod>[0]) =>
  buildOffer([buildPaymentMethod(method)]);
const refused = (code: string, status: number) =>
  new TransportError({ kind: 'refused', code, message: '', status });
const fields = [
  buildPhoneField(),
  buildTextField(),
  buildDropdownField(),
  buildTextField({ name: 'note', placeholder: { en: 'Note' }, isOptional: true }),
  buildTextField({ name: 'branch', placeholder: { en: 'Branch' }, isAdvanced: true }),
];
const asked = [
  buildTextField({ name: 'otp', placeholder: { en: 'Code from the SMS' }, category: 'number' }),
];

/** Filled in with invalid values. */
const brokenFields = [
  buildPhoneField({ value: '18' }),
  buildTextField({ value: 'R', validations: [{ regex: '^.{2,}$' }] }),
  buildTextField({ name: 'branch', placeholder: { en: 'Branch' }, isAdvanced: true, value: '1' }),
];

export const Untouched: Story = {};

export const WithFields: Story = { args: { answers: { 'methods-payment-v3': offer({ fields }) } } };

const saved = [
  buildSavedDetails({ masked: '+880 •••• 4567' }),
  buildSavedDetails({ detailsId: 'details-2', masked: '+880 •••• 0011' }),
];
const savedAnswers = {
  'methods-payment-v3': offer({ fields }),
  'saved-details-list': { details: saved },
};

export const WithSavedDetails: Story = { args: { answers: savedAnswers } };

export const UsingAgain: Story = {
  ...WithSavedDetails,
  play: async ({ canvas, userEvent }) =>
    userEvent.click(await canvas.findByRole('radio', { name: /4567/ })),
};

export const WithFieldErrors: Story = {
  args: { answers: { 'methods-payment-v3': offer({ fields: brokenFields }) } },
  play: submit('50'),
};

export const WithFee: Story = {
  args: {
    answers: {
      'methods-payment-v3': offer({ fee: { percent: '1.5', fixed: { EUR: '0.30' } } }),
    },
  },
  play: submit('50'),
};

export const WithBonus: Story = {
  args: { hostData: { bonusList: [buildBonus()], bonusId: buildBonus().id } },
  play: submit('50'),
};

export const CheckingCaptcha: Story = {
  args: {
    answers: {
      'methods-payment-v3': offer({ needsCaptcha: true }),
      'captcha-challenge': 'never',
    },
  },
  play: submit('50'),
};

export const ContinueAfterCaptcha: Story = {
  args: {
    answers: {
      'methods-payment-v3': offer({ needsCaptcha: true }),
      'captcha-challenge': { kind: 'bypass' },
    },
  },
  play: submit('50'),
};

export const CaptchaUnreachable: Story = {
  args: {
    answers: {
      'methods-payment-v3': offer({ needsCaptcha: true }),
      'captcha-challenge': networkError('lost'),
    },
  },
  play: submit('50'),
};

export const MoreDetailsNeeded: Story = {
  args: {
    answers: {
      'methods-payment-v3': offer({ fields: [buildTextField({ value: 'R. Das' })] }),
      'deposit-create': buildAskingDeposit(asked),
    },
  },
  play: submit('50'),
};

export const ComeBackTo: Story = {
  args: {
    path: '/deposit/redirect?method=card&depositId=deposit-1',
    answers: {
      'deposit-get': { deposit: buildDepositSummary(), created: buildAskingDeposit(asked) },
    },
  },
};

export const ComeBackToFailed: Story = {
  args: {
    path: '/deposit/redirect?method=card&depositId=deposit-1',
    answers: { 'deposit-get': networkError('lost') },
  },
};

export const FieldRefused: Story = {
  args: {
    answers: {
      'methods-payment-v3': offer({ fields: [buildTextField({ value: 'R' })] }),
      'deposit-create': new TransportError({
        kind: 'refused',
        code: 'banking.paymentMethodRegex',
        message: '',
        params: { field: 'holder' },
      }),
    },
  },
  play: submit('50'),
};

export const ProvidersOwnWords: Story = {
  args: {
    answers: {
      'deposit-create': new TransportError({
        kind: 'refused',
        code: 'banking.merchantClientError',
        message: 'Your wallet is locked. Unlock it in the app, then try again.',
        reference: 'KS-7Q2M-41XK',
      }),
    },
  },
  play: submit('50'),
};

export const NetworkLost: Story = {
  args: { answers: { 'deposit-create': networkError('lost') } },
  play: submit('50'),
};

export const ServerBusy: Story = {
  args: { answers: { 'deposit-create': refused('unheard.of', 503) } },
  play: submit('50'),
};

export const BelowLimit: Story = { play: submit('5') };

export const Creating: Story = {
  args: { answers: { 'deposit-create': 'never' } },
  play: submit('50'),
};

export const PopupBlocked: Story = { play: submit('50') };

/** The notice is scrolled into sight, however long the form above it is. */
export const PopupBlockedBelow: Story = {
  args: {
    answers: {
      'methods-payment-v3': offer({
        fields: [
          buildTextField({ value: 'R. Das' }),
          buildTextField({ name: 'city', placeholder: { en: 'City' }, value: 'Dhaka' }),
          buildTextField({ name: 'street', placeholder: { en: 'Street' }, value: 'Road 1' }),
        ],
        fee: { percent: '1.5' },
      }),
    },
  },
  play: submit('50'),
  globals: { viewport: { value: 'small' } },
};

export const PopupBlockedPost: Story = {
  args: {
    answers: { 'deposit-create': buildCreatedDeposit({ method: 'POST', data: { id: '1' } }) },
  },
  play: submit('50'),
};

export const Refused: Story = {
  args: {
    answers: {
      'deposit-create': new TransportError({
        kind: 'refused',
        code: 'provider.unavailable',
        message: '',
        reference: 'KS-7Q2M-41XK',
      }),
    },
  },
  play: submit('50'),
};

/** The player has an open deposit of the same amount. */
export const Duplicate: Story = {
  args: {
    answers: {
      'deposit-create': new TransportError({
        kind: 'refused',
        code: 'deposit.alreadyOpen',
        message: '',
        params: { depositId: 'deposit-1', createdAt: '2026-03-01T10:20:00Z' },
        reference: 'KS-7Q2M-41XK',
      }),
      'deposit-get': { deposit: buildDepositSummary(), created: buildCreatedDeposit() },
    },
  },
  play: submit('50'),
};

export const LimitsUnknown: Story = {
  args: {
    answers: {
      'deposit-limits': {
        min: '0',
        max: '0',
        limitedBy: 'method',
        remaining: null,
        resetsAt: null,
      },
    },
  },
};

const guides = {
  instruction: { slides: [{ text: { en: 'Open the app.' } }] },
  video_guide_url: { redesign: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
};

export const CardWithBrandsAndGuides: Story = {
  args: {
    answers: {
      'methods-payment-v3': offer({
        ...guides,
        cardViewType: 1,
        iconIds: ['visa', 'mastercard', 'american-express'],
        banner: { bannerTextKey: 'deposit.redirectNote' },
        securityRulesGroup: 'card',
      }),
    },
  },
};

export const SecurityRulesUnfolded: Story = {
  args: { answers: { 'methods-payment-v3': offer({ securityRulesGroup: 'transfer' }) } },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await canvas.findAllByRole('textbox');
    const summary = canvasElement.querySelector('summary');
    if (summary !== null) await userEvent.click(summary);
  },
};

const wallet = (id: string, iconId: string, en: string): Story => ({
  args: {
    answers: {
      'methods-payment-v3': offer({
        cardViewType: 2,
        wallet: id,
        text: { en },
        iconIds: [iconId],
        oneClick: true,
        recommendedAmounts: ['50', '100'],
      }),
    },
  },
});

/** The button is ours. */
export const WalletOnly: Story = wallet('samsungPay', 'samsung-pay', 'Samsung Pay');

/** The browser's own button in Safari; the button of every method elsewhere. */
export const WalletApplePay: Story = wallet('applePay', 'apple-pay', 'Apple Pay');

export const WalletGooglePay: Story = wallet('googlePay', 'google-pay', 'Google Pay');

export const WalletGooglePayIncomplete: Story = {
  ...WalletGooglePay,
  play: async ({ canvas, userEvent }) => {
    const [box] = await canvas.findAllByRole('textbox');
    if (box !== undefined) await userEvent.clear(box);
  },
};

export const WalletGooglePayDark: Story = { ...WalletGooglePay, globals: { theme: 'dark' } };

export const WalletGooglePayRightToLeft: Story = { ...WalletGooglePay, globals: { locale: 'ar' } };

export const WalletGooglePaySmallPhone: Story = {
  ...WalletGooglePay,
  globals: { viewport: { value: 'small' } },
};

const cardTypes = buildDropdownField({
  name: 'cardType',
  placeholder: { en: 'Card type', ar: 'نوع البطاقة' },
  values: [
    { value: 'uzcard', text: { en: 'Uzcard' } },
    { value: 'humo', text: { en: 'Humo' } },
    { value: 'visa', text: { en: 'Visa of any bank in the whole wide world' } },
  ],
});

export const CardTypes: Story = {
  args: { answers: { 'methods-payment-v3': offer({ cardViewType: 4, fields: [cardTypes] }) } },
};

export const CardTypeMissing: Story = { ...CardTypes, play: submit('50') };

export const CardTypeChosen: Story = {
  args: {
    answers: {
      'methods-payment-v3': offer({
        cardViewType: 4,
        fields: [{ ...cardTypes, value: 'humo' }],
      }),
    },
  },
};

/**
 * The payment is an invoice on a page of the widget: no window opens, and the line below the form
 * says so.
 */
export const PaidHere: Story = {
  args: { answers: { 'methods-payment-v3': offer({ isPaidHere: true }) } },
};

export const Loading: Story = { args: { answers: { 'methods-payment-v3': 'never' } } };

const until = '2030-06-01T10:00:00Z';
let isClosed = false;

/** The method goes into maintenance while its form is open. */
export const ClosedMeanwhile: Story = {
  beforeEach: () => {
    isClosed = false;
  },
  args: {
    answers: {
      'methods-payment-v3': () =>
        offer(isClosed ? { unavailable: { reason: 'planned', until } } : {}),
      'deposit-create': () => {
        isClosed = true;
        return new TransportError({ kind: 'refused', code: 'method.maintenance', message: '' });
      },
    },
  },
  play: submit('50'),
};
