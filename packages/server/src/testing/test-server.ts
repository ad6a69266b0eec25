import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CallName, type CallRequest, calls } from '@kassa/contract';
import { type Sandbox, startSandbox } from '@kassa/sandbox';
import { signPlayerToken, type TokenClaims } from '@kassa/test-kit';
import { v7 as uuidv7 } from 'uuid';
import { defaultTimeouts, type Timeouts } from '../api/timeouts.ts';
import type { Core } from '../core/core.ts';
import { parseConfig } from '../ground/config/config.ts';
import { findFreePort } from '../ground/database/embedded/free-port.ts';
import { startServer } from '../start-server.ts';
import { createTestDatabase } from './test-database.ts';
import { writeTestFiles } from './test-files.ts';

/** The secrets of the two brands' player tokens. */
const tokenSecret = 'a secret for tests, long enough for HS256';
const otherTokenSecret = 'another secret, that of the second brand!';

const sandboxKeys = {
  apiKey: 'sandbox-api-key-of-tests',
  webhookSecret: 'sandbox-webhook-secret-of-tests',
};

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

export interface TestServer {
  /** The origin for players and providers. */
  url: string;
  /** The origin for operators: operator API, metrics, API documents. */
  operatorUrl: string;
  core: Core;
  sandbox: Sandbox;
  webhookSecret: string;
  /** Runs `act` with the server's clock moved ahead by `ms`. */
  later: <Result>(ms: number, act: () => Promise<Result>) => Promise<Result>;
  /** Signs a valid token; `claims` replace its claims. */
  token: (claims?: TokenClaims) => Promise<string>;
  /** Signs a token of the second brand. */
  otherToken: (claims?: TokenClaims) => Promise<string>;
  call: <Name extends CallName>(
    name: Name,
    request: CallRequest<Name> | Record<string, unknown>,
    /** `language` is the header Accept-Language. */
    options?: { token?: string; key?: string; language?: string },
  ) => Promise<Reply>;
  /** Calls the sandbox provider's API. */
  provider: (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Reply>;
  /** The folder of the brands' files, which a test may change. */
  configFolder: string;
  /** Reads the brands' files again, as SIGHUP does. */
  reload: () => Promise<void>;
  /** The secret of the first brand's player tokens. */
  tokenSecret: string;
  sandboxKey: string;
  /** Stops the server and the provider, and deletes their files. */
  stop: () => Promise<void>;
}

/**
 * Starts the whole server as it runs in production, on a database of its own, with two brands and a
 * sandbox provider over real HTTP. Rate limits are so high that no test reaches them unless the
 * settings lower them.
 */
export async function startTestServer(
  settings: NodeJS.ProcessEnv = {},
  {
    brand = {},
    providerTimeoutMs = 10_000,
    hasJobs = false,
    timeouts,
    waitLead,
    logLines,
  }: {
    /** Further settings in the file of brand `kassa`. */
    brand?: object;
    /**
     * The timeout of requests to the provider. A slow response of the sandbox takes a second
     * longer.
     */
    providerTimeoutMs?: number;
    /** Whether the recurring jobs run. A test that runs a job's function itself leaves them off. */
    hasJobs?: boolean;
    /** Timeouts with clients that differ from production. */
    timeouts?: Partial<Timeouts>;
    /** Delays the shutdown while the server still accepts requests; unset, it closes at once. */
    waitLead?: () => Promise<void>;
    /** Collects the log's lines, from the level `info` on. */
    logLines?: string[];
  } = {},
): Promise<TestServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kassa-server-'));
  const sandboxFolder = path.join(folder, 'sandbox');
  await mkdir(sandboxFolder);
  const sandbox = await startSandbox({
    port: 0,
    dataFolder: sandboxFolder,
    ...sandboxKeys,
    timing: { slowAnswerMs: providerTimeoutMs + 1000 },
  });
  const files = await writeTestFiles(folder, {
    sandbox: { apiUrl: sandbox.url, ...sandboxKeys, timeoutMs: providerTimeoutMs },
    secrets: { kassa: tokenSecret, other: otherTokenSecret },
    brand,
  });
  const port = await findFreePort();
  let offsetMs = 0;
  const config = parseConfig({
    PORT: String(port),
    OPERATOR_HOST: '127.0.0.1',
    OPERATOR_PORT: '0',
    DATABASE_URL: settings.DATABASE_URL ?? (await createTestDatabase()),
    KASSA_DATA: path.join(folder, 'data'),
    KASSA_CONFIG: files.configFolder,
    LOG_LEVEL: logLines ? 'info' : (process.env.TEST_LOG_LEVEL ?? 'silent'),
    RATE_LIMIT_SCALE: '1000',
    DRAIN_LEAD_SECONDS: '0',
    ...settings,
  });
  const { core, operatorUrl, reload, stop } = await startServer(
    { ...config, catalogFolder: files.catalogFolder, widgetFolder: files.widgetFolder },
    {},
    {
      now: () => new Date(Date.now() + offsetMs),
      mostWaitMs: 60_000,
      timeouts: timeouts && { ...defaultTimeouts, ...timeouts },
      waitLead,
      logStream: logLines && { write: (line) => void logLines.push(line) },
      ...(hasJobs ? {} : { runJobs: runNone }),
    },
  );
  const token = (claims?: TokenClaims) => signPlayerToken(tokenSecret, claims);
  return {
    url: config.publicUrl,
    operatorUrl,
    core,
    sandbox,
    webhookSecret: sandboxKeys.webhookSecret,
    configFolder: files.configFolder,
    reload,
    tokenSecret,
    sandboxKey: sandboxKeys.apiKey,
    later: async (ms, act) => {
      offsetMs += ms;
      try {
        return await act();
      } finally {
        offsetMs -= ms;
      }
    },
    token,
    otherToken: (claims) => signPlayerToken(otherTokenSecret, { issuer: 'other-test', ...claims }),
    call: async (name, request, options = {}) =>
      callOverHttp(config.publicUrl, name, request, {
        token: options.token ?? (await token()),
        key: options.key ?? uuidv7(),
        language: options.language,
      }),
    provider: (method, url, body) =>
      send(`${sandbox.url}${url}`, method, body, { authorization: `Bearer ${sandboxKeys.apiKey}` }),
    stop: async () => {
      await stop();
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const runNone = async () => ({ stop: async () => {} });

function callOverHttp(
  origin: string,
  name: CallName,
  request: object,
  { token, key, language = '*' }: { token: string; key: string; language?: string | undefined },
): Promise<Reply> {
  const headers = {
    authorization: `Bearer ${token}`,
    'idempotency-key': key,
    'accept-language': language,
  };
  const url = `${origin}/api/banking/${name}`;
  if (calls[name].method === 'POST') return send(url, 'POST', request, headers);
  const query = new URLSearchParams(request as Record<string, string>);
  return send(`${url}?${query}`, 'GET', undefined, headers);
}

async function send(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}
