import type { Meta, StoryObj } from '@storybook/react-vite';
import { FormScreen } from './form.screen.tsx';

const meta: Meta<typeof FormScreen> = { title: 'Popup/Form', component: FormScreen };
export default meta;
type Story = StoryObj<typeof FormScreen>;

/** A story has no opener, so the popup finds itself abandoned. */
export const Abandoned: Story = { args: { isReturned: false } };
export const Returned: Story = { args: { isReturned: true } };
