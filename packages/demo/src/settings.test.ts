import path from 'node:path';
import { expect, it } from 'vitest';
import { parseSettings } from './settings.ts';

it('has defaults for all settings, also for empty ones', () => {
  expect(parseSettings({ DEMO_URL: '' })).toEqual({
    site: 'northline',
    otherSiteUrl: null,
    port: 4000,
    demoUrl: 'http://localhost:4000',
    widgetUrl: 'http://localhost:4100/kassa/',
    serverUrl: 'http://localhost:4100',
    operatorUrl: 'http://localhost:4110',
    issuer: 'kassa-demo',
    dataFolder: path.resolve(import.meta.dirname, '../../../.kassa/demo'),
    kassaSecret: null,
    operatorKey: null,
    sandboxUrl: null,
  });
});

it('uses its port in its own address by default', () => {
  expect(parseSettings({ DEMO_PORT: '5000' }).demoUrl).toBe('http://localhost:5000');
  const told = parseSettings({ DEMO_PORT: '5000', DEMO_URL: 'https://demo.example.com/' });
  expect(told.demoUrl).toBe('https://demo.example.com');
});

it('names every invalid setting', () => {
  const wrong = {
    DEMO_SITE: 'casino',
    OTHER_SITE_URL: 'http://localhost:4005/page',
    DEMO_PORT: '70000',
    DEMO_URL: 'http://localhost:4000/page',
    WIDGET_URL: 'ftp://x',
    SERVER_URL: 'x',
    OPERATOR_URL: 'http://localhost:4110/operator',
    SANDBOX_URL: 'http://localhost:4200/pay',
    DEMO_KASSA_SECRET: 'whsec_short',
    DEMO_OPERATOR_KEY: 'two words',
  };
  for (const name of Object.keys(wrong)) expect(() => parseSettings(wrong)).toThrow(name);
});
