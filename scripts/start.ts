// Runs all of Kassa on this machine: the sandbox provider, the server with its embedded database,
// and the demo host. `--dev` adds Vite's dev server and restarts on changes. Ctrl-C stops
// everything it started.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { resolveOperatorKey } from './demo-operator-key.ts';

interface Part {
  name: string;
  args: string[];
  cwd?: string;
  /** Responds with 200 once the part is ready. */
  readyUrl: string;
}

const root = path.resolve(import.meta.dirname, '..');
const isDev = process.argv.includes('--dev');
const readyWithinMs = 90_000;
const stopWithinMs = 20_000;

const dataFolder = path.resolve(process.env.KASSA_DATA || path.join(root, '.kassa'));
const logFolder = path.join(dataFolder, 'logs');
const secretsFile = path.join(dataFolder, 'secrets.json');
mkdirSync(logFolder, { recursive: true });

const port = (name: string, fallback: number) => Number(process.env[name] || fallback);
const local = (number: number) => `http://localhost:${number}`;
const serverUrl = local(port('PORT', 4100));
const demoUrl = process.env.DEMO_URL || local(port('DEMO_PORT', 4000));
const sandboxUrl = process.env.SANDBOX_URL || local(port('SANDBOX_PORT', 4200));
const viteUrl = local(port('VITE_PORT', 4300));
const publicUrl = process.env.PUBLIC_URL || (isDev ? viteUrl : serverUrl);
const product = process.env.PRODUCT || 'kassa';

const secrets = loadSecrets();
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  ...secrets,
  KASSA_DATA: dataFolder,
  PUBLIC_URL: publicUrl,
  SERVER_URL: serverUrl,
  DEMO_URL: demoUrl,
  SANDBOX_URL: sandboxUrl,
  // The address for the bank's notifications of Pix; with a real bank, the operator registers it
  // once.
  SANDBOX_PIX_WEBHOOK_URL:
    process.env.SANDBOX_PIX_WEBHOOK_URL ||
    `${serverUrl}/api/providers/${product}/pix/notifications`,
  // The wallet of the demo's players: Kassa's ledger, or (http) the demo's own wallet.
  DEMO_WALLET: process.env.DEMO_WALLET || 'ledger',
  WIDGET_URL: `${publicUrl}/${product}/`,
};

const watch = isDev ? ['--watch', '--watch-preserve-output'] : [];
const parts: Part[] = [
  {
    name: 'sandbox',
    args: ['packages/sandbox/src/main.ts'],
    readyUrl: `${sandboxUrl}/healthz`,
  },
  {
    name: 'server',
    args: [...watch, 'packages/server/src/main.ts'],
    readyUrl: `${serverUrl}/readyz`,
  },
  ...(isDev
    ? [
        {
          name: 'widget',
          args: [path.join(root, 'node_modules/vite/bin/vite.js')],
          cwd: path.join(root, 'packages/widget'),
          readyUrl: `${viteUrl}/${product}/`,
        },
      ]
    : []),
];

const demo: Part = {
  name: 'demo',
  args: ['packages/demo/src/main.ts'],
  readyUrl: `${demoUrl}/healthz`,
};

const running = new Map<string, ChildProcess>();
let isStopping = false;

process.on('SIGINT', () => void (isStopping ? killAll() : stop(0)));
// npm forwards a Ctrl-C as SIGTERM as well, and a closing terminal adds SIGHUP: these count once.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// The terminal may be closed while the parts stop; output to it is then lost.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

for (const part of parts) start(part);
const areReady = await Promise.all(parts.map(waitUntilReady));
if (areReady.every(Boolean) && !isStopping && (await startDemo())) {
  console.log(`\nKassa is ready: ${demoUrl}\n`);
  console.log(`Logs are in ${logFolder}. Ctrl-C stops everything.`);
}

/** Starts the demo. Like an operator's backend, it needs a key that the server accepts. */
async function startDemo(): Promise<boolean> {
  const kept = secrets.DEMO_OPERATOR_KEY;
  const key = await resolveOperatorKey({ serverUrl, product, environment, kept });
  if (isStopping) return false;
  if (key !== null) environment.DEMO_OPERATOR_KEY = key;
  if (key !== null && key !== kept) keepSecrets({ ...secrets, DEMO_OPERATOR_KEY: key });
  start(demo);
  return (await waitUntilReady(demo)) && !isStopping;
}

function start({ name, args, cwd = root }: Part): void {
  console.log(`• Starting the ${name} …`);
  const log = openSync(path.join(logFolder, `${name}.log`), 'a', 0o600);
  // A separate process group: Ctrl-C reaches only this script, which then stops the parts in order.
  const child = spawn(process.execPath, args, {
    cwd,
    env: environment,
    detached: process.platform !== 'win32',
    stdio: ['ignore', log, 'pipe'],
  });
  let errorOutput = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput = `${errorOutput}${chunk.toString()}`.slice(-4000);
  });
  child.on('exit', (code, signal) => {
    running.delete(name);
    if (isStopping) return;
    console.error(`\nThe ${name} stopped (${code ?? signal}).\n${errorOutput}`);
    void stop(1);
  });
  running.set(name, child);
}

/** Polls until the part is ready; fails if it ended or the time is up. */
async function waitUntilReady({ name, readyUrl }: Part): Promise<boolean> {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && running.has(name)) {
    const response = await fetch(readyUrl, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    if (response?.ok) return true;
    await delay(100);
  }
  if (!isStopping) {
    console.error(`\nThe ${name} did not become ready; see ${path.join(logFolder, `${name}.log`)}`);
    await stop(1);
  }
  return false;
}

/** Stops the parts in reverse order, and ends this script. */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  console.log('\nStopping …');
  for (const part of [demo, ...[...parts].reverse()]) {
    const child = running.get(part.name);
    if (child === undefined) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    await ended;
    clearTimeout(timer);
  }
  process.exit(code);
}

/** Kills the parts on a second Ctrl-C. The next start recovers interrupted work. */
function killAll(): void {
  for (const child of running.values()) child.kill('SIGKILL');
  process.exit(1);
}

/**
 * Returns the secrets between the parts, created once and stored beside the data; missing ones are
 * added.
 */
function loadSecrets(): Record<string, string> {
  const kept = readSecrets();
  const secrets = {
    SANDBOX_API_KEY: randomBytes(24).toString('base64url'),
    SANDBOX_WEBHOOK_SECRET: randomBytes(24).toString('base64url'),
    // Shared by the server and the demo's backend, like between Kassa and an operator.
    DEMO_KASSA_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    ...kept,
  };
  if (Object.keys(secrets).length > Object.keys(kept).length) {
    keepSecrets(secrets);
  }
  return secrets;
}

function keepSecrets(secrets: Record<string, string>): void {
  writeFileSync(secretsFile, JSON.stringify(secrets, null, 2), { mode: 0o600 });
}

function readSecrets(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(secretsFile, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
