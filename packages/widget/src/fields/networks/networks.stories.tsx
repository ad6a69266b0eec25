import type { FieldOf } from '@kassa/contract';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { FieldStage } from '../../testing/field-stage.tsx';
import { Screen } from '../../ui/screen.tsx';
import { field } from './field.ts';

const meta: Meta = {
  title: 'Fields/Networks',
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

function ask(...names: string[]): FieldOf<'networks'> {
  return {
    type: 'networks',
    name: 'network',
    placeholder: { en: 'Network', ar: 'الشبكة', ru: 'Сеть', hi: 'नेटवर्क' },
    values: names.map((name) => ({ value: name, text: { en: name } })),
  };
}

const show = (definition: FieldOf<'networks'>, isDisabled = false): Story => ({
  render: () => <FieldStage field={field} definition={definition} isDisabled={isDisabled} />,
});

export const One = show(ask('Bitcoin'));
export const Three = show(ask('TRC-20', 'ERC-20', 'BEP-20'));
export const Four = show(ask('ERC-20', 'TRC-20', 'BEP-20', 'Solana'));
export const Disabled = show(ask('TRC-20', 'ERC-20', 'BEP-20'), true);
export const LongTexts = show(
  ask('Ethereum (ERC-20), about 5 minutes', 'TRON (TRC-20)', 'BNB Smart Chain (BEP-20)'),
);
export const Many = show(ask('ERC-20', 'TRC-20', 'BEP-20', 'Solana', 'Polygon', 'Avalanche'));
