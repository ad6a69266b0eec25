import type { StorybookConfig } from '@storybook/react-vite';

/** What is for the widget's own page: the stories' is another, and nothing serves it compressed. */
const pagePlugins: readonly unknown[] = ['kassa:precompress', 'kassa:early-script'];

function isForPage(plugin: unknown): boolean {
  return (
    typeof plugin === 'object' &&
    plugin !== null &&
    'name' in plugin &&
    pagePlugins.includes(plugin.name)
  );
}

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.stories.tsx'],
  staticDirs: [
    { from: '../../../catalog/icons', to: 'icons' },
    { from: '../../../catalog/pictures', to: 'pictures' },
  ],
  core: { disableTelemetry: true },
  viteFinal: ({ plugins = [], ...vite }) => ({
    ...vite,
    base: './',
    plugins: plugins.filter((plugin) => !isForPage(plugin)),
  }),
};

export default config;
