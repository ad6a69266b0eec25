import type { StorybookConfig } from '@storybook/react-vite';

function isNamed(plugin: unknown, name: string): boolean {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name;
}

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.stories.tsx'],
  staticDirs: [{ from: '../../../catalog/icons', to: 'icons' }],
  core: { disableTelemetry: true },
  viteFinal: ({ plugins = [], ...vite }) => ({
    ...vite,
    base: './',
    // Nothing serves the stories compressed.
    plugins: plugins.filter((plugin) => !isNamed(plugin, 'kassa:precompress')),
  }),
};

export default config;
