import type { StorybookConfig } from '@storybook/react-vite';
import { mergeConfig } from 'vite';

/**
 * Plugins for the widget's own page. The stories have another page, which isn't served compressed.
 */
const pagePlugins: readonly unknown[] = [
  'kassa:precompress',
  'kassa:early-script',
  'kassa:message-parts',
];

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
  // It reads the style of every element after every change.
  features: { highlight: false },
  viteFinal: ({ plugins = [], ...vite }) =>
    mergeConfig(
      { ...vite, base: './', plugins: plugins.filter((plugin) => !isForPage(plugin)) },
      // A single file, so that no story waits for code.
      { build: { rolldownOptions: { output: { codeSplitting: false } } } },
    ),
};

export default config;
