import type { FieldOf } from '@kassa/contract';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { FieldStage } from '../../testing/field-stage.tsx';
import { Screen } from '../../ui/screen.tsx';
import { field } from './field.ts';

type Definition = FieldOf<'text'>;

const meta: Meta = {
  title: 'Fields/Text',
  decorators: [
    (Story) => (
      <Screen layout="form">
        <h1>Kassa</h1>
        <Story />
      </Screen>
    ),
  ],
};
export default meta;
type Story = StoryObj;

const holder: Definition = {
  type: 'text',
  name: 'holder',
  category: 'name',
  placeholder: {
    en: 'Account holder',
    ar: 'صاحب الحساب',
    ru: 'Владелец счёта',
    hi: 'खाताधारक',
  },
  validations: [
    {
      regex: '^\\p{L}+ \\p{L}+',
      message: {
        en: 'Enter the name as it stands on the account',
        ar: 'أدخل الاسم كما هو مدوّن في الحساب',
      },
    },
  ],
};

export const Empty: Story = { render: () => <FieldStage field={field} definition={holder} /> };

export const Filled: Story = {
  render: () => <FieldStage field={field} definition={holder} value="Rahim Uddin" />,
};

export const Wrong: Story = {
  render: () => <FieldStage field={field} definition={holder} value="R" isValidated />,
};

export const Disabled: Story = {
  render: () => <FieldStage field={field} definition={holder} value="Rahim Uddin" isDisabled />,
};

export const LongTexts: Story = {
  render: () => (
    <FieldStage
      field={field}
      definition={{
        ...holder,
        placeholder: {
          en: 'Full name of the account holder, in the very letters that stand on the bank statement',
        },
        validations: [
          {
            regex: '^$',
            message: {
              en: 'Enter the name as it stands on the account, with every given name and without titles',
            },
          },
        ],
      }}
      value="Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Wolfeschlegelstein"
      isValidated
    />
  ),
};

const categories: readonly [NonNullable<Definition['category']>, string][] = [
  ['number', '12345678'],
  ['email', 'rahim@example.com'],
  ['account', 'DE89 3704 0044 0532 0130 00'],
  ['document', 'AB 1234567'],
  ['card', '4111 1111 1111 1111'],
];

export const Categories: Story = {
  render: () => (
    <>
      {categories.map(([category, value]) => (
        <FieldStage
          key={category}
          field={field}
          definition={{ type: 'text', name: category, category, placeholder: { en: category } }}
          value={value}
        />
      ))}
    </>
  ),
};

const masks: readonly [mask: string, label: string, value: string][] = [
  ['00-00-00', 'Sort code', '123456'],
  ['Number', 'Income', '1234.5'],
  ['Date', 'Date of birth', '31.12.1990'],
];

export const Masks: Story = {
  render: () => (
    <>
      {masks.map(([mask, label, value]) => (
        <FieldStage
          key={mask}
          field={field}
          definition={{ type: 'text', name: mask, mask, placeholder: { en: label } }}
          value={value}
        />
      ))}
    </>
  ),
};

export const MaskEmpty: Story = {
  render: () => (
    <FieldStage
      field={field}
      definition={{
        type: 'text',
        name: 'birth',
        mask: 'Date',
        placeholder: { en: 'Date of birth' },
      }}
    />
  ),
};
