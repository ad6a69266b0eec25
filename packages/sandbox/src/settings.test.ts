import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseSettings } from './settings.ts';

const secrets = { SANDBOX_API_KEY: 'key', SANDBOX_WEBHOOK_SECRET: 'secret' };

it('has defaults for everything except the secrets', () => {
  expect(parseSettings(secrets)).toEqual({
    port: 4200,
    publicUrl: 'http://localhost:4200',
    apiKey: 'key',
    webhookSecret: 'secret',
    pixWebhookUrl: null,
    bankWebhookUrl: null,
    chains: 'simulated',
    isMinedByItself: false,
    dataFolder: join('.kassa', 'sandbox'),
  });
});

it('reads the environment', () => {
  const settings = parseSettings({
    ...secrets,
    SANDBOX_PORT: '5200',
    SANDBOX_URL: 'https://pay.example.com/',
    CHAINS_MINING: 'automatic',
    KASSA_DATA: '/var/lib/kassa',
  });
  expect(settings).toMatchObject({
    port: 5200,
    publicUrl: 'https://pay.example.com',
    isMinedByItself: true,
    dataFolder: '/var/lib/kassa/sandbox',
  });
});

it('names every missing or invalid variable', () => {
  const parse = () =>
    parseSettings({
      SANDBOX_PORT: '70000',
      SANDBOX_URL: 'pay.example.com',
      SANDBOX_API_KEY: '',
      CHAINS: 'live',
      CHAINS_MINING: 'on',
    });
  expect(parse).toThrow('SANDBOX_PORT must be a port number');
  expect(parse).toThrow('SANDBOX_URL must be an origin');
  expect(parse).toThrow('CHAINS must be "simulated" or "real"');
  expect(parse).toThrow('CHAINS_MINING must be "automatic" or "manual"');
  expect(parse).toThrow('SANDBOX_API_KEY must be set');
  expect(parse).toThrow('SANDBOX_WEBHOOK_SECRET must be set');
});
