import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.stories.tsx'],
  staticDirs: [{ from: '../../../catalog/icons', to: 'icons' }],
  core: { disableTelemetry: true },
  viteFinal: (vite) => ({ ...vite, base: './' }),
};

export default config;
