import type { Meta, StoryObj } from '@storybook/react-vite';
import { HostSilentError } from '../host/host-bridge.ts';
import { TokenMissingError } from '../host/host-inbox.ts';
import { StartErrorScreen } from './start-error.screen.tsx';

const meta: Meta<typeof StartErrorScreen> = {
  title: 'App/Start error',
  component: StartErrorScreen,
  args: { onRetry: () => {} },
};
export default meta;
type Story = StoryObj<typeof StartErrorScreen>;

export const HostSilent: Story = { args: { error: new HostSilentError() } };
export const TokenMissing: Story = { args: { error: new TokenMissingError() } };
export const Other: Story = { args: { error: new Error('anything') } };
