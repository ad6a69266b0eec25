import { defineConfig } from '@playwright/test';
import base, { kassa } from './playwright.config.ts';

/**
 * What moves money, once more with the balances in the operator's wallet (the demo's) instead of
 * Kassa's ledger. All else never sees where a balance lives.
 */
export default defineConfig({
  ...base,
  projects: [
    {
      name: 'operator-wallet',
      testMatch: /journeys\/(deposit|outcomes|operator-wallet)\.test\.ts/,
      // Of popups, clicks and amounts, which credit nothing or are the same deposit again.
      grepInvert: /popup|double click|is refused with its limit/,
    },
  ],
  webServer: { ...kassa, env: { DEMO_WALLET: 'http' } },
});
