import { buildSavedDetails } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../../testing/stage.tsx';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { fillForm } from '../testing/fill-form.ts';
import { nigerianAnswers } from '../testing/sample-withdrawals.ts';

const list = '/withdrawal/nigerian-banks?group=banksNigeria';
const meta: Meta<typeof Stage> = {
  title: 'Withdrawal/Nigerian banks',
  component: Stage,
  args: { path: list, answers: nigerianAnswers },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const Banks: Story = {};
export const Earlier: Story = {
  args: {
    answers: {
      ...nigerianAnswers,
      'saved-details-list': {
        details: [buildSavedDetails({ paymentMethod: 'bank-ng', masked: 'GTBank •••• 6789' })],
      },
    },
  },
};
export const Loading: Story = {
  args: { answers: { ...nigerianAnswers, 'banks-nigeria': 'never' } },
};
export const Failed: Story = {
  args: { answers: { ...nigerianAnswers, 'banks-nigeria': networkError('lost') } },
};

const form = `${list}&method=bank-ng&bank=054`;
export const Account: Story = { args: { path: form } };
export const Named: Story = { args: { path: form }, play: fillForm };
export const NamedInArabic: Story = {
  ...Named,
  globals: { locale: 'ar', viewport: { value: 'small' } },
};
export const Asking: Story = {
  args: { path: form, answers: { ...nigerianAnswers, 'name-enquiry': 'never' } },
  play: fillForm,
};
export const NotFound: Story = {
  args: {
    path: form,
    answers: {
      ...nigerianAnswers,
      'name-enquiry': new TransportError({
        kind: 'refused',
        code: 'account.notFound',
        message: '',
        status: 422,
      }),
    },
  },
  play: fillForm,
};
export const WithoutName: Story = {
  args: { path: form, answers: { ...nigerianAnswers, 'name-enquiry': { holder: null } } },
  play: fillForm,
};
