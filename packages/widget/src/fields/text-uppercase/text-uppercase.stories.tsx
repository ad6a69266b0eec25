import type { FieldOf } from '@kassa/contract';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { FieldStage } from '../../testing/field-stage.tsx';
import { Screen } from '../../ui/screen.tsx';
import { field } from './field.ts';

const meta: Meta = {
  title: 'Fields/Text in capitals',
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

const iban: FieldOf<'text_uppercase'> = {
  type: 'text_uppercase',
  name: 'iban',
  category: 'account',
  placeholder: { en: 'IBAN', ar: 'رقم الحساب الدولي' },
  validations: [{ regex: '^[A-Z]{2}\\d{2}[A-Z\\d]{11,30}$' }],
};

export const Empty: Story = { render: () => <FieldStage field={field} definition={iban} /> };

export const Filled: Story = {
  render: () => <FieldStage field={field} definition={iban} value="DE89370400440532013000" />,
};

export const Wrong: Story = {
  render: () => <FieldStage field={field} definition={iban} value="DE" isValidated />,
};

export const Disabled: Story = {
  render: () => (
    <FieldStage field={field} definition={iban} value="DE89370400440532013000" isDisabled />
  ),
};

export const Masked: Story = {
  render: () => (
    <FieldStage field={field} definition={{ ...iban, mask: 'aa00 **** ****' }} value="DE89ABCD" />
  ),
};
