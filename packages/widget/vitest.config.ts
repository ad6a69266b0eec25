import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import { sharedTestOptions } from '../../vitest.shared.ts';
import viteConfig from './vite.config.ts';

export default mergeConfig(
  viteConfig({ command: 'serve', mode: 'test' }),
  defineConfig({
    test: {
      ...sharedTestOptions,
      name: 'widget',
      environment: 'happy-dom',
      // A click on a link to a provider must not leave for the network.
      environmentOptions: {
        happyDOM: {
          settings: {
            navigation: { disableMainFrameNavigation: true, disableChildPageNavigation: true },
          },
        },
      },
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['./vitest.setup.ts'],
      // Its alias (vite.config.ts) holds only inside of what Vite transforms.
      server: { deps: { inline: ['use-intl'] } },
      css: { modules: { classNameStrategy: 'non-scoped' } },
    },
  }),
);
