import { defineConfig } from '@playwright/test';
import base, { kassa } from './playwright.config.ts';
import { writeCaptchaBrand } from './stack/captcha-brand.ts';

/** A brand whose captcha is a provider's: its script in the page, under the page's policy. */
export default defineConfig({
  ...base,
  // The stand-in behaves the same for everyone.
  workers: 1,
  projects: [{ name: 'captcha', testMatch: 'journeys/captcha.test.ts' }],
  webServer: { ...kassa, env: { KASSA_CONFIG: writeCaptchaBrand() } },
});
