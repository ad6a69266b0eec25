import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mergeConfig } from 'vite';
import { configDefaults, defineConfig, type TestUserConfig } from 'vitest/config';
import { sharedTestOptions } from '../../vitest.shared.ts';
import viteConfig from './vite.config.ts';

const all = globSync('src/**/*.test.{ts,tsx}', { cwd: import.meta.dirname });

/** Files that test the first load of a module. */
const testingFirstLoads = [
  'src/features/dropdown/dropdown.test.tsx',
  'src/fields/networks/networks-input.test.tsx',
  'src/flows/region/region.screen.test.tsx',
  'src/telemetry/submit-delay.test.ts',
];

/** Files that can't share modules with others: those above, and those that mock a module. */
export const withOwnModules = all.filter(
  (file) => testingFirstLoads.includes(file) || mocksModules(path.join(import.meta.dirname, file)),
);

function mocksModules(file: string): boolean {
  return /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8'));
}

/** Configures the widget's tests, merged with a project's own settings. */
export const configureTests = (own: TestUserConfig) =>
  mergeConfig(
    viteConfig({ command: 'serve', mode: 'test' }),
    defineConfig({
      test: {
        ...sharedTestOptions,
        environment: 'happy-dom',
        // A click on a link to a provider must not use the network, and must leave the address: files
        // share a page.
        environmentOptions: {
          happyDOM: {
            // Wider than a phone, and too narrow for two panes.
            width: 896,
            settings: {
              navigation: {
                disableMainFrameNavigation: true,
                disableChildPageNavigation: true,
                disableFallbackToSetURL: true,
              },
            },
          },
        },
        setupFiles: ['./vitest.setup.ts'],
        // The alias of vite.config.ts applies only to code that Vite transforms.
        server: { deps: { inline: ['use-intl'] } },
        css: { modules: { classNameStrategy: 'non-scoped' } },
        ...own,
      },
    }),
  );

export default configureTests({
  name: 'widget',
  pool: 'threads',
  isolate: false,
  include: all,
  exclude: [...configDefaults.exclude, ...withOwnModules],
});
