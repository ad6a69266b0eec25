import { buildPaymentMethod, buildSavedDetails, buildTextField } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { PartStage } from '../../testing/part-stage.tsx';
import type { StageOptions } from '../../testing/stage.tsx';
import { networkError } from '../../transport/transport-error.ts';
import { SavedDetails } from './saved-details.tsx';

const meta: Meta = { title: 'Features/Saved details' };
export default meta;
type Story = StoryObj;

const method = buildPaymentMethod({ fields: [buildTextField({ name: 'iban' })] });
const masked = [
  'GTBank •••• 6789',
  'DE•• •••• 3000',
  '•••• 1234',
  'ana•••@example.com',
  'Banco de Crédito y Desarrollo Internacional de América •••• 4321',
];
const many = masked.map((one, index) =>
  buildSavedDetails({ detailsId: `details-${index}`, masked: one }),
);

interface Shown {
  paysToInstrument?: boolean;
  isDisabled?: boolean;
  answer: NonNullable<StageOptions['answers']>['saved-details-list'];
}

const show = ({ paysToInstrument = false, isDisabled = false, answer }: Shown): Story => ({
  render: () => (
    <PartStage answers={{ 'saved-details-list': answer, 'saved-details-remove': {} }}>
      <Choice method={{ ...method, paysToInstrument }} isDisabled={isDisabled} />
    </PartStage>
  ),
});

function Choice(props: { method: typeof method; isDisabled: boolean }) {
  const [chosen, setChosen] = useState<string | null>(null);
  return <SavedDetails {...props} chosen={chosen} onChoose={setChosen} onDeposit={() => {}} />;
}

export const One = show({ answer: { details: [buildSavedDetails()] } });
export const Many = show({ answer: { details: many } });
export const Disabled = show({ isDisabled: true, answer: { details: many.slice(0, 2) } });
const cards = [{ masked: 'Visa •••• 4242' }, { detailsId: 'details-2', masked: 'Visa •••• 1881' }];
export const OfDeposits = show({
  paysToInstrument: true,
  answer: { details: cards.map((one) => buildSavedDetails({ ...one, isRemovable: false })) },
});
export const NoDeposit = show({ paysToInstrument: true, answer: { details: [] } });
export const Loading = show({ paysToInstrument: true, answer: 'never' });
export const Failed = show({ paysToInstrument: true, answer: networkError('lost') });

/** The question before the removal. */
export const Removing: Story = {
  ...One,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /1234/ }));
  },
};
