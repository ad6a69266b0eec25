import type { FieldType } from '@kassa/contract';
import { buildPaymentMethod, buildPixFields } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { type Fields, loadFields } from '../fields/registry.ts';
import { type FormDraft, useSessionStore } from '../session/session-store.ts';
import { Header } from '../ui/header.tsx';
import { FormStage } from './testing/form-stage.tsx';
import { askedLater, bdtMethod, longFields } from './testing/sample-forms.ts';

const meta: Meta<typeof FormStage> = {
  title: 'Deposit/Payment form',
  component: FormStage,
  args: { method: bdtMethod, currency: 'BDT', country: 'bd' },
  decorators: [
    (Story) => (
      <>
        <Header title="Deposit" />
        <Story />
      </>
    ),
  ],
  beforeEach: () => useSessionStore.setState(useSessionStore.getInitialState(), true),
};
export default meta;
type Story = StoryObj<typeof FormStage>;
type Play = NonNullable<Story['play']>;

/** The form as the player left it before. */
const keep = (draft: FormDraft, form = 'bkash BDT') => ({
  beforeEach: () => useSessionStore.getState().keepFormDraft(form, draft),
});

const filled: FormDraft = {
  amount: '2500',
  phone: '1812-345678',
  holder: 'Rahim Uddin',
  pan: 'ABCDE1234F',
  city: 'dhaka',
};

/** Presses the button, once it can be pressed. */
const press: Play = async ({ canvas, canvasElement, userEvent }) => {
  await canvas.findAllByRole('group');
  // A masked input takes no keys before its code is loaded.
  await waitFor(() => expect(canvasElement.querySelector('[readonly]')).toBeNull());
  const buttons = await canvas.findAllByRole('button');
  const button = buttons.find((each) => each.getAttribute('type') === 'submit');
  if (button !== undefined) await userEvent.click(button);
};

export const Untouched: Story = {};

export const Filled: Story = keep(filled);

/** §4: an error shows once its field is left. */
export const OneError: Story = {
  ...keep({ ...filled, holder: 'R' }),
  play: press,
};

export const AllErrors: Story = {
  ...keep({ amount: '50', phone: '18', holder: 'R', pan: 'AB', note: ' ', branch: '1' }),
  play: press,
};

/** §4: the button looks disabled; a press leads to the fields that are missing. */
export const Missing: Story = { ...keep({ amount: '2500', city: 'dhaka' }), play: press };

/** The amount is above the maximum: no further key can help. */
export const AmountTooLarge: Story = { ...keep({ ...filled, amount: '250000' }), play: press };

export const AdvancedUnfolded: Story = { ...keep({ ...filled, branch: '1' }), play: press };

/** An asynchronous validation still runs. */
export const Pending: Story = {
  args: {
    method: buildPaymentMethod({ fields: longFields.slice(0, 1) }),
    currency: 'EUR',
    load: loadUnanswered,
  },
  ...keep({ amount: '50', holder: 'Rahim Uddin' }, 'card EUR'),
  play: async ({ canvas, userEvent }) => {
    const boxes = await canvas.findAllByRole('textbox');
    await userEvent.click(boxes.at(-1) as HTMLElement);
    await userEvent.tab();
  },
};

/** Loads text fields whose validation never ends. */
async function loadUnanswered(types: Iterable<FieldType>): Promise<Fields> {
  const fields = await loadFields(types);
  const text = fields.get('text');
  if (text === undefined) return fields;
  return new Map(fields).set('text', { ...text, validate: () => new Promise(() => {}) });
}

/** The provider asks for more fields once the deposit is created (§4). */
export const FieldsAdded: Story = {
  ...keep(filled),
  args: { onReady: (form) => form.addFields(askedLater) },
};

/** An existing deposit goes on. */
export const GoingOn: Story = { args: { fixedAmount: '2500', definitions: askedLater } };

export const FieldRefused: Story = {
  ...keep(filled),
  args: {
    onReady: (form) =>
      form.refuseField('phone', {
        texts: { en: 'bKash has no account with this number', ar: 'لا يوجد حساب بهذا الرقم' },
      }),
  },
};

export const Creating: Story = { ...keep(filled), args: { isDisabled: true } };

const pix = {
  method: buildPaymentMethod({
    name: 'pix',
    amount_rules: { BRL: { min: '20', max: '5000' } },
    recommendedAmounts: ['50', '100', '250', '500'],
    fields: buildPixFields(),
  }),
  currency: 'BRL',
  country: 'br',
};

export const Pix: Story = { args: pix };

export const PixByPhone: Story = {
  args: pix,
  ...keep({ amount: '100', numberId: '12345678909', pixKeyType: 'phone' }, 'pix BRL'),
};

export const PixByEmail: Story = {
  args: pix,
  ...keep({ amount: '100', pixKeyType: 'email', 'pixKey.email': 'a.silva@' }, 'pix BRL'),
  play: press,
};

export const LongLabels: Story = {
  args: { method: buildPaymentMethod({ fields: longFields }), currency: 'EUR' },
  ...keep({ amount: '50', holder: 'x'.repeat(128), bank: longBank() }, 'card EUR'),
};

function longBank(): string {
  const [, bank] = longFields;
  return bank !== undefined && 'values' in bank ? (bank.values[0]?.value ?? '') : '';
}

export const SmallPhone: Story = {
  ...AllErrors,
  globals: { viewport: { value: 'small' } },
};

export const LimitsUnknown: Story = { args: { limits: { min: '0', max: '0' } } };

export const Loading: Story = { args: { load: () => new Promise(() => {}) } };

export const LoadingFailed: Story = {
  args: { load: () => Promise.reject(new Error('lost')) },
};
