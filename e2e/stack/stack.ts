import path from 'node:path';

/** What the journeys run against: a Kassa of their own, on ports of its own, with a fresh database. */
export const stack = {
  root: path.resolve(import.meta.dirname, '../..'),
  demoUrl: 'http://localhost:4010',
  /**
   * Host pages of further brands on the same server, by their product: each brand has keys, players and
   * a merchant account of its own.
   */
  brandUrls: {
    /** Its players' money is in its host's own wallet. */
    wallet: 'http://localhost:4011',
    /** Its captcha is a provider's: its script in the page, under the page's policy. */
    captcha: 'http://localhost:4012',
    /** Its merchant account is the one where faults are set. */
    faults: 'http://localhost:4013',
  },
  /** The same machine under its other name: to browsers another site than the host page's. */
  serverUrl: 'http://127.0.0.1:4110',
  sandboxUrl: 'http://localhost:4210',
  storiesUrl: 'http://localhost:4410',
  webDriverPort: 4510,
  dataFolder: path.resolve(import.meta.dirname, '../.kassa'),
  configFolder: path.resolve(import.meta.dirname, '../.kassa/config'),
};

/** A brand beside the demo's own, by its product. */
export type BrandName = keyof typeof stack.brandUrls;

/** The settings that start it, and that commands on its data need. */
export const stackEnvironment = {
  DEMO_PORT: new URL(stack.demoUrl).port,
  PORT: new URL(stack.serverUrl).port,
  SANDBOX_PORT: new URL(stack.sandboxUrl).port,
  PUBLIC_URL: stack.serverUrl,
  KASSA_DATA: stack.dataFolder,
  KASSA_CONFIG: stack.configFolder,
};

/** Where the host of such a brand keeps its keys, and its wallet. */
export function brandFolder(name: BrandName): string {
  return path.join(stack.dataFolder, name);
}
