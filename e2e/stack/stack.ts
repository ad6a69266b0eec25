import path from 'node:path';

/** What the journeys run against: a Kassa of their own, on ports of its own, with a fresh database. */
export const stack = {
  root: path.resolve(import.meta.dirname, '../..'),
  demoUrl: 'http://localhost:4010',
  /** The same machine under its other name: to browsers another site than the host page's. */
  serverUrl: 'http://127.0.0.1:4110',
  sandboxUrl: 'http://localhost:4210',
  storiesUrl: 'http://localhost:4410',
  webDriverPort: 4510,
  dataFolder: path.resolve(import.meta.dirname, '../.kassa'),
};

/** The settings that start it, and that commands on its data need. */
export const stackEnvironment = {
  DEMO_PORT: new URL(stack.demoUrl).port,
  PORT: new URL(stack.serverUrl).port,
  SANDBOX_PORT: new URL(stack.sandboxUrl).port,
  PUBLIC_URL: stack.serverUrl,
  KASSA_DATA: stack.dataFolder,
};
