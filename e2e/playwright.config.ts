import { defineConfig } from '@playwright/test';
import { disableFeatures } from '../scripts/chromium-switches.mjs';
import { findChromium } from '../scripts/find-chromium.mjs';
import { stack } from './stack/stack.ts';

const executablePath = findChromium() ?? undefined;
const isRoot = process.getuid?.() === 0;

/** Serves the built stories on a free port, which becomes a variable (`readStoriesUrl`). */
export const storiesServer = {
  name: 'stories',
  command:
    'node ../../node_modules/vite/bin/vite.js preview --outDir storybook-static --base / --port 0',
  cwd: '../packages/widget',
  // The port may be printed bold.
  wait: { stdout: /http:\/\/localhost:(?:\D+\d+m)?(?<kassa_stories_port>\d+)/ },
  timeout: 120_000,
};

/** The journeys. The stories have a configuration of their own (stories.config.ts). */
export default defineConfig({
  // On two cores a third one takes more time than it saves.
  workers: 2,
  // The stories may run at the same time, and a run empties its folder first.
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  forbidOnly: true,
  // A generous timeout: no test waits longer than necessary, and two-core machines are busy at
  // times.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // A test that only passes on a retry has found a bug.
  retries: 0,
  reporter: 'list',
  use: {
    baseURL: stack.demoUrl,
    trace: 'on-first-retry',
    launchOptions: {
      executablePath,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        disableFeatures(),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Without it a process of its own draws by software, as the browser itself can.
        '--disable-gpu',
      ],
    },
  },
  projects: [
    {
      // One at a time: a block that is mined for one of them is a confirmation for all.
      name: 'chains',
      testMatch: 'journeys/{crypto,sweepstake}.test.ts',
      workers: 1,
    },
    {
      // A deposit with the balance in the operator's wallet (the demo's) instead of Kassa's ledger.
      name: 'operator-wallet',
      testMatch: 'journeys/operator-wallet.test.ts',
      use: { baseURL: stack.brandUrls.wallet },
    },
    {
      name: 'captcha',
      testMatch: 'journeys/captcha.test.ts',
      use: { baseURL: stack.brandUrls.captcha },
    },
    {
      name: 'provider-faults',
      testMatch: 'journeys/provider-faults.test.ts',
      use: { baseURL: stack.brandUrls.faults },
    },
    {
      name: 'journeys',
      testMatch: 'journeys/*.test.ts',
      // The tests of the projects above.
      testIgnore: /(crypto|sweepstake|provider-faults|operator-wallet|captcha)\.test\.ts/,
    },
  ],
  webServer: [
    {
      name: 'kassa',
      command: 'node stack/start.ts',
      wait: { stdout: /All brands are ready/ },
      timeout: 300_000,
      // PostgreSQL stops last and needs time to write its data.
      gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    },
    storiesServer,
  ],
});
