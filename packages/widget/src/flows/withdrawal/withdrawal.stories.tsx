import type { Meta, StoryObj } from '@storybook/react-vite';
import { sampleOffer } from '../../testing/sample-offer.ts';
import { Stage } from '../../testing/stage.tsx';
import { networkError } from '../../transport/transport-error.ts';

const meta: Meta<typeof Stage> = {
  title: 'Flows/Withdrawal',
  component: Stage,
  args: { path: '/withdrawal', answers: { 'methods-withdrawal': sampleOffer } },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const List: Story = {};
export const Group: Story = { args: { path: '/withdrawal/group?group=eMoney' } };
export const Step: Story = { args: { path: '/withdrawal/redirect?method=card' } };
export const Complete: Story = { args: { path: '/withdrawal/complete?withdrawalId=w1' } };
export const Loading: Story = { args: { answers: { 'methods-withdrawal': 'never' } } };
export const Failed: Story = { args: { answers: { 'methods-withdrawal': networkError('lost') } } };
