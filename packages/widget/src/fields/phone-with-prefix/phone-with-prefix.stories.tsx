import type { FieldOf } from '@kassa/contract';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { FieldStage } from '../../testing/field-stage.tsx';
import { Screen } from '../../ui/screen.tsx';
import { field } from './field.ts';

const meta: Meta = {
  title: 'Fields/Phone with prefix',
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

const phone: FieldOf<'phone_with_prefix'> = {
  type: 'phone_with_prefix',
  name: 'phone',
  placeholder: { en: 'Phone number', ar: 'رقم الهاتف', ru: 'Номер телефона', hi: 'फ़ोन नंबर' },
  prefix: '+880',
  example: '1812-345678',
};

export const Empty: Story = { render: () => <FieldStage field={field} definition={phone} /> };

export const Filled: Story = {
  render: () => <FieldStage field={field} definition={phone} value="+8801812345678" />,
};

export const Wrong: Story = {
  render: () => <FieldStage field={field} definition={phone} value="+880181" isValidated />,
};

export const Disabled: Story = {
  render: () => <FieldStage field={field} definition={phone} value="+8801812345678" isDisabled />,
};

/** After a paste: the number stays, and its error shows. */
export const OtherCountry: Story = {
  render: () => (
    <FieldStage
      field={{ ...field, format: (value) => value }}
      definition={phone}
      value="+91 98765 43210"
      isValidated
    />
  ),
};

export const LongPrefix: Story = {
  render: () => (
    <FieldStage
      field={field}
      definition={{ ...phone, prefix: '+441481', example: '781 123456 ext.' }}
    />
  ),
};
