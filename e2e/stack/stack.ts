import path from 'node:path';
import { findLitecoin } from '../../scripts/find-litecoin.mjs';
import { skipWithout } from '../../scripts/skip-without.ts';

/** The stack of the journeys: a separate Kassa, on its own ports, with a fresh database. */
export const stack = {
  root: path.resolve(import.meta.dirname, '../..'),
  demoUrl: 'http://localhost:4010',
  /** The demo's second site, a sweepstake casino. */
  lagoonUrl: 'http://localhost:4015',
  /**
   * Host pages of additional brands on the same server, by their product. Each brand has its own
   * keys, players and merchant account.
   */
  brandUrls: {
    /** Its players' money is in its host's own wallet. */
    wallet: 'http://localhost:4011',
    /** It has a provider's captcha: the provider's script in the page, under the page's policy. */
    captcha: 'http://localhost:4012',
    /** Its merchant account is the one with configured faults. */
    faults: 'http://localhost:4013',
    /** It has a catalogue of its own, and two merchant accounts with routes to them. */
    northwind: 'http://localhost:4014',
  },
  /** The same machine under another host name: for browsers another site than the host page. */
  serverUrl: 'http://127.0.0.1:4120',
  operatorUrl: 'http://127.0.0.1:4130',
  sandboxUrl: 'http://localhost:4210',
  webDriverPort: 4510,
  dataFolder: path.resolve(import.meta.dirname, '../.kassa'),
  configFolder: path.resolve(import.meta.dirname, '../.kassa/config'),
};

/** An additional brand, by its product. */
export type BrandName = keyof typeof stack.brandUrls;

/** Whether the journeys on real chains are skipped: then the chains are simulated. */
export const realChains = skipWithout(findLitecoin().missing);

/** The environment to start the stack, and for commands on its data. */
export const stackEnvironment = {
  DEMO_PORT: new URL(stack.demoUrl).port,
  LAGOON_PORT: new URL(stack.lagoonUrl).port,
  PORT: new URL(stack.serverUrl).port,
  OPERATOR_PORT: new URL(stack.operatorUrl).port,
  SANDBOX_PORT: new URL(stack.sandboxUrl).port,
  PUBLIC_URL: stack.serverUrl,
  KASSA_DATA: stack.dataFolder,
  KASSA_CONFIG: stack.configFolder,
  // The same modules are loaded by some fifteen processes.
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../.kassa/compile-cache'),
  // Ethereum and Litecoin are real nodes with chains of their own.
  CHAINS: realChains.isSkipped ? 'simulated' : 'real',
  // The journeys mine by themselves.
  CHAINS_MINING: 'manual',
};

/** Returns the folder of a brand's host, with its keys and its wallet. */
export function brandFolder(name: BrandName): string {
  return path.join(stack.dataFolder, name);
}

/** Returns the address of the built stories, once the test runner has started their server. */
export function readStoriesUrl(): string {
  const { KASSA_STORIES_PORT: port } = process.env;
  if (port === undefined) throw new Error('The stories are not served.');
  return `http://localhost:${port}`;
}
