import type { FieldDefinition } from '@kassa/contract';
import {
  buildDropdownField,
  buildNetworksField,
  buildPaymentMethod,
  buildPhoneField,
  buildTextField,
  buildUppercaseField,
} from '@kassa/test-kit';

const cities = ['Dhaka', 'Chattogram', 'Khulna', 'Rajshahi', 'Sylhet', 'Barishal', 'Rangpur'];

const holder = buildTextField({
  category: 'name',
  placeholder: {
    en: 'Account holder',
    ar: 'اسم صاحب الحساب',
    hi: 'खाताधारक का नाम',
    ru: 'Владелец счёта',
  },
  validations: [
    {
      regex: '^\\p{L}+(\\p{M}|[ .’-]|\\p{L})* .+$',
      message: {
        en: 'Enter the name as it stands on the account',
        ar: 'أدخل الاسم كما هو مسجل في الحساب',
        hi: 'नाम वैसा ही लिखें जैसा खाते में है',
        ru: 'Введите имя так, как оно указано в счёте',
      },
    },
  ],
});

const phone = buildPhoneField({
  placeholder: { en: 'Phone number', ar: 'رقم الهاتف', hi: 'फ़ोन नंबर', ru: 'Номер телефона' },
  validations: [{ regex: '^1\\d{9}$' }],
});

const pan = buildUppercaseField({
  mask: 'aaaaa-0000-a',
  placeholder: { en: 'Tax number (PAN)', ar: 'الرقم الضريبي', hi: 'पैन नंबर', ru: 'Налоговый номер' },
  validations: [{ regex: '^[A-Z]{5}\\d{4}[A-Z]$' }],
});

const bank = buildDropdownField(
  { placeholder: { en: 'City', ar: 'المدينة', hi: 'शहर', ru: 'Город' }, name: 'city' },
  cities,
);

const network = buildNetworksField({
  placeholder: { en: 'Network', ar: 'الشبكة', hi: 'नेटवर्क', ru: 'Сеть' },
  values: [
    { value: 'erc20', text: { en: 'ERC-20' } },
    { value: 'trc20', text: { en: 'TRC-20' }, limits: { min: '200', max: '20000' } },
    { value: 'bep20', text: { en: 'BEP-20' } },
  ],
});

const note = buildTextField({
  name: 'note',
  isOptional: true,
  placeholder: {
    en: 'Note for the agent',
    ar: 'ملاحظة للوكيل',
    hi: 'एजेंट के लिए नोट',
    ru: 'Комментарий для агента',
  },
});

const branch = buildTextField({
  name: 'branch',
  isAdvanced: true,
  category: 'number',
  placeholder: {
    en: 'Branch number',
    ar: 'رقم الفرع',
    hi: 'शाखा नंबर',
    ru: 'Номер отделения',
  },
  validations: [{ regex: '^\\d{5}$' }],
});

/** Fields of the kinds that a form may ask for, with one of each type among them. */
const everyField: FieldDefinition[] = [phone, holder, pan, bank, network, note, branch];

/** Fields that a provider asks for once a deposit is created. */
export const askedLater: FieldDefinition[] = [
  buildTextField({
    name: 'otp',
    category: 'number',
    placeholder: {
      en: 'Code from the SMS',
      ar: 'الرمز من الرسالة النصية',
      hi: 'SMS में आया कोड',
      ru: 'Код из SMS',
    },
    validations: [{ regex: '^\\d{6}$' }],
  }),
];

/** Labels and choices that are longer than a line. */
export const longFields: FieldDefinition[] = [
  buildTextField({
    isOptional: true,
    placeholder: {
      en: 'Name of the beneficiary of the account exactly as it is printed on the bank’s statement of the last month',
      ru: 'Наименование получателя счёта в точности так, как оно напечатано в банковской выписке за последний месяц',
    },
  }),
  buildDropdownField({}, [
    'Banco de Desarrollo Productivo Sociedad Anónima Multiple del Ecuador y la Amazonía',
    'Cooperativa de Ahorro y Crédito Juventud Ecuatoriana Progresista Limitada',
  ]),
];

export const bdtMethod = buildPaymentMethod({
  name: 'bkash',
  text: { en: 'bKash' },
  amount_rules: { BDT: { min: '200', max: '25000' } },
  recommendedAmounts: ['500', '2500', '5000', '10000'],
  fields: everyField,
});
