import type { FieldOf } from '@kassa/contract';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, waitFor } from 'storybook/test';
import { FieldStage } from '../../testing/field-stage.tsx';
import { Screen } from '../../ui/screen.tsx';
import { field } from './field.ts';

type Definition = FieldOf<'dropdown'>;

const meta: Meta = {
  title: 'Fields/Dropdown',
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

const banks = ['BRAC Bank', 'City Bank', 'Dutch-Bangla Bank', 'Islami Bank', 'Sonali Bank'];
const longName =
  'The Very Long-Winded Cooperative Savings and Agricultural Credit Bank of Chattogram';

function ask(names: readonly string[]): Definition {
  return {
    type: 'dropdown',
    name: 'bank',
    placeholder: { en: 'Bank', ar: 'البنك', ru: 'Банк', hi: 'बैंक' },
    values: names.map((name, index) => ({
      value: `bank-${index}`,
      text: { en: name, ar: index === 1 ? 'بنك المدينة' : name },
    })),
  };
}

const five = ask(banks);
const six = ask([...banks, 'Trust Bank']);
const thousand = ask(Array.from({ length: 1000 }, (_, index) => `Bank ${index + 1}`));

type Play = NonNullable<Story['play']>;

/** Opens the list once its code is loaded, and types a search. */
const open =
  (search = ''): Play =>
  async ({ canvas, userEvent }) => {
    const box = () => canvas.getByRole('combobox');
    await waitFor(() => {
      if (box().ariaBusy === 'true') throw new Error('The list is not there yet.');
    });
    await userEvent.click(box());
    await screen.findByRole('listbox');
    if (search !== '') await userEvent.type(await screen.findByPlaceholderText(/.+/), search);
  };

export const Empty: Story = { render: () => <FieldStage field={field} definition={five} /> };

export const Filled: Story = {
  render: () => <FieldStage field={field} definition={five} value="bank-1" />,
};

export const Missing: Story = {
  render: () => <FieldStage field={field} definition={five} isValidated />,
};

export const Disabled: Story = {
  render: () => <FieldStage field={field} definition={six} value="bank-1" isDisabled />,
};

export const LongTexts: Story = {
  render: () => (
    <FieldStage field={field} definition={ask([longName, ...banks, longName])} value="bank-0" />
  ),
  play: open(),
};

export const FiveOpen: Story = {
  render: () => <FieldStage field={field} definition={five} value="bank-1" />,
  play: open(),
};

/** The magnifier stands in the line of the search, before it. */
export const SixOpen: Story = {
  render: () => <FieldStage field={field} definition={six} value="bank-1" />,
  play: async (context) => {
    await open()(context);
    const search = await screen.findByPlaceholderText(/.+/);
    const input = search.getBoundingClientRect();
    const glyph = search.parentElement?.querySelector('svg')?.getBoundingClientRect();
    if (glyph === undefined) throw new Error('The search has no magnifier.');
    const middleOf = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
    expect(Math.abs(middleOf(glyph) - middleOf(input))).toBeLessThan(1);
    expect(glyph.right < input.left || glyph.left > input.right).toBe(true);
  },
};

/** Only the choices in view are in the document. */
export const ThousandOpen: Story = {
  render: () => <FieldStage field={field} definition={thousand} value="bank-500" />,
  play: open(),
};

export const Searched: Story = {
  render: () => <FieldStage field={field} definition={thousand} />,
  play: open('99'),
};

export const NothingFound: Story = {
  render: () => <FieldStage field={field} definition={six} />,
  play: open('zzz'),
};
