import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.mjs';
import { stack } from './stack/stack.ts';

const executablePath = findChromium() ?? undefined;
const isRoot = process.getuid?.() === 0;
const storiesPort = new URL(stack.storiesUrl).port;

/** The journeys' own Kassa. */
export const kassa = {
  name: 'kassa',
  command: 'node stack/start.ts',
  wait: { stdout: /Kassa is ready/ },
  timeout: 120_000,
  // PostgreSQL stops last, and wants the time to write everything down.
  gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
} as const;

export default defineConfig({
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Generous: nothing waits longer than it must, and machines of two cores are busy at times.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // A test that only passes when tried again has found a bug.
  retries: 0,
  reporter: 'list',
  use: {
    baseURL: stack.demoUrl,
    trace: 'on-first-retry',
    launchOptions: {
      executablePath,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'journeys',
      testMatch: 'journeys/*.test.ts',
      // The first has the stack for itself below, the others stacks of their own (*.config.ts).
      testIgnore: [
        '**/provider-faults.test.ts',
        '**/operator-wallet.test.ts',
        '**/captcha.test.ts',
      ],
    },
    { name: 'stories', testMatch: 'stories.test.ts' },
    {
      // A faulty provider is faulty for everyone, so these have the stack for themselves.
      name: 'provider-faults',
      testMatch: 'journeys/provider-faults.test.ts',
      dependencies: ['journeys'],
      fullyParallel: false,
    },
  ],
  webServer: [
    kassa,
    {
      name: 'stories',
      command: `node ../../node_modules/vite/bin/vite.js preview --outDir storybook-static --base / --port ${storiesPort} --strictPort`,
      cwd: '../packages/widget',
      url: `${stack.storiesUrl}/index.json`,
      timeout: 120_000,
    },
  ],
});
