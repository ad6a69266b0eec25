import type { CallResponse, PaymentMethod, PayoutBank } from '@kassa/contract';
import {
  buildDropdownField,
  buildOffer,
  buildPaymentGroup,
  buildPaymentMethod,
  buildTextField,
  buildUser,
  type FakeAnswers,
} from '@kassa/test-kit';

const account = buildTextField({
  name: 'account',
  placeholder: { en: 'Account number', ar: 'رقم الحساب' },
  category: 'number',
  validations: [{ regex: '^\\d{10}$', message: { en: 'Enter 10 digits' } }],
});

/** The method that pays to a Nigerian bank account. */
export const nigerianBank: PaymentMethod = buildPaymentMethod({
  name: 'bank-ng',
  category: 'bankTransfer',
  cardViewType: 0,
  text: { en: 'Bank transfer', ar: 'تحويل مصرفي' },
  iconIds: ['bank-transfer'],
  amount_rules: { NGN: { min: '500', max: '1000000' } },
  recommendedAmounts: ['5000', '10000', '25000'],
  usualMinutes: 20,
  hasNameEnquiry: true,
  fee: { fixed: { NGN: '500' } },
  fields: [
    buildDropdownField({ name: 'bank', values: [{ value: '058', text: { en: 'GTBank' } }] }),
    account,
  ],
});

const coin = buildPaymentMethod({
  name: 'usdt',
  category: 'crypto',
  cardViewType: 0,
  text: { en: 'Tether (USDT)' },
  iconIds: ['tether'],
  amount_rules: { NGN: { min: '5000', max: '5000000' } },
  usualMinutes: 10,
  isPopular: true,
  coin: { currency: 'USDT', blockchain: 'TRON', min: '5', max: '10000' },
  fields: [buildTextField({ name: 'address', placeholder: { en: 'Address', ar: 'العنوان' } })],
});

const opay = buildPaymentMethod({
  name: 'opay',
  category: 'eMoney',
  cardViewType: 0,
  text: { en: 'OPay' },
  iconIds: ['opay'],
  amount_rules: { NGN: { min: '200', max: '500000' } },
  recommendedAmounts: ['5000', '10000', '25000'],
  usualMinutes: 1,
  fields: [account],
});

/** What a player in Nigeria may withdraw with. */
export const withdrawalOffer: CallResponse<'methods-withdrawal'> = {
  ...buildOffer(
    [coin, nigerianBank, opay],
    [
      buildPaymentGroup({
        name: 'banksNigeria',
        label: 'group.banksNigeria',
        paymentMethods: ['bank-ng'],
      }),
    ],
  ),
  country: 'ng',
  currency: 'NGN',
};

const bankNames = [
  'Access Bank',
  'Ecobank',
  'Fidelity Bank',
  'First Bank of Nigeria',
  'GTBank',
  'Kuda',
  'Moniepoint',
  'Zenith Bank',
];
const icons: Record<string, string> = {
  'Access Bank': 'access-bank',
  'First Bank of Nigeria': 'first-bank',
  GTBank: 'gtbank',
  Kuda: 'kuda',
};

const nigerianBanks: PayoutBank[] = bankNames.map((name, at) => ({
  paymentMethod: 'bank-ng',
  code: `05${at}`,
  name,
  ...(icons[name] !== undefined && { iconId: icons[name] }),
}));

/** The answers to a player in Nigeria. */
export const nigerianAnswers: FakeAnswers = {
  'methods-withdrawal': withdrawalOffer,
  'user-get': buildUser({
    currency: 'NGN',
    country: 'ng',
    balanceData: { primary: { amount: '84250.00', currency: 'NGN' } },
  }),
  'withdrawal-limits': {
    min: '500',
    max: '1000000',
    limitedBy: 'method',
    remaining: null,
    resetsAt: null,
    forfeitedBonuses: [],
  },
  'banks-nigeria': { banks: nigerianBanks },
  'name-enquiry': { holder: 'ADAEZE N. OKAFOR' },
};
