import type { CallResponse, FieldOf } from '@kassa/contract';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { FieldStage } from '../../testing/field-stage.tsx';
import { PartStage } from '../../testing/part-stage.tsx';
import { field } from './field.ts';

type Issuer = CallResponse<'bank-get'>;

const meta: Meta = { title: 'Fields/Text, with the issuer of a card' };
export default meta;
type Story = StoryObj;

const definition: FieldOf<'text'> = {
  type: 'text',
  name: 'cardBin',
  placeholder_key: 'field.cardBin',
  category: 'number',
  mask: '0000 00[00]',
  showsCardIssuer: true,
  placeholder: { en: 'First 6 to 8 digits of your card', ar: 'أول 6 إلى 8 أرقام من بطاقتك' },
  validations: [{ regex: '^\\d{6,8}$', regex_error_key: 'field.rule.cardBin' }],
};

const show = (issuer: Issuer, value = '41111122'): Story => ({
  render: () => (
    <PartStage answers={{ 'bank-get': issuer }}>
      <FieldStage field={field} definition={definition} value={value} isValidated />
    </PartStage>
  ),
});

const scheme = { name: 'Visa', iconId: 'visa' };

export const Known: Story = {
  ...show({ scheme, bank: { name: 'Sample Bank Boston', country: 'us' } }),
  play: async ({ canvas }) => void (await canvas.findByText(/Sample Bank/)),
};

export const SchemeAlone: Story = {
  ...show({ scheme: { name: 'Napas', iconId: null }, bank: null }),
  play: async ({ canvas }) => void (await canvas.findByText('Napas')),
};

export const LongName: Story = {
  ...show({
    scheme,
    bank: { name: 'Sample Savings Bank of Llanfairpwllgwyngyllgogerychwyrndrobwll', country: 'gb' },
  }),
  play: async ({ canvas }) => void (await canvas.findByText(/Sample Savings/)),
};

export const Unknown: Story = show({ scheme: null, bank: null });

export const TooShort: Story = show({ scheme, bank: null }, '4111');
