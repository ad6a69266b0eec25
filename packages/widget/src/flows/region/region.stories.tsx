import type { Meta, StoryObj } from '@storybook/react-vite';
import { allCountries, sampleCountries } from '../../testing/sample-countries.ts';
import { Stage } from '../../testing/stage.tsx';
import { networkError } from '../../transport/transport-error.ts';

const meta: Meta<typeof Stage> = {
  title: 'Flows/Region',
  component: Stage,
  args: {
    path: '/deposit/region',
    answers: { 'methods-country-selector-v2': { countries: sampleCountries } },
  },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const Ready: Story = {};

export const Few: Story = {
  args: { answers: { 'methods-country-selector-v2': { countries: ['de', 'at', 'ch'] } } },
};

/** All regions that exist. */
export const All: Story = {
  args: { answers: { 'methods-country-selector-v2': { countries: allCountries } } },
};

export const FromEmptyPage: Story = { args: { path: '/empty/region?transaction=deposit' } };

export const NothingFound: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox'), 'xyz');
  },
};

/** Saint Vincent and the Grenadines, and other long names. */
export const LongNames: Story = {
  args: {
    answers: {
      'methods-country-selector-v2': { countries: ['vc', 'gs', 'cd', 'cf', 'ba', 'tt', 'um'] },
    },
  },
};

export const Loading: Story = { args: { answers: { 'methods-country-selector-v2': 'never' } } };

export const Failed: Story = {
  args: { answers: { 'methods-country-selector-v2': networkError('lost') } },
};
