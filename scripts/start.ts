// Runs all of Kassa on this machine: the sandbox provider, the server with its embedded database,
// and the demo's sites. `--dev` adds Vite's dev server and restarts on changes. Ctrl-C stops
// everything it started.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { resolveOperatorKey } from './demo-operator-key.ts';
import { readChains, readMining } from './start-chains.ts';
import { type Part, type RunningPart, startPart } from './start-part.ts';
import { chooseOperatorUrl, findTakenPorts, type Ports, readPorts } from './start-ports.ts';

type Program = Pick<Part, 'name' | 'args' | 'readyUrl'> &
  Partial<Pick<Part, 'cwd' | 'environment'>>;

/** A site of the demo, with a brand of its own. */
interface Site {
  /** Of its process. */
  name: string;
  product: string;
  /** The name of the kept secret that is its key to the operator API, and what the key is for. */
  keyName: string;
  scopes: readonly string[];
  environment: NodeJS.ProcessEnv;
}

const root = path.resolve(import.meta.dirname, '..');
const isDev = process.argv.includes('--dev');
const readyWithinMs = 90_000;
const stopWithinMs = 20_000;

const { chains, mining } = chooseChains();
// The chains of the nodes are others than the simulated ones, and what is known of the one would
// contradict the other.
const defaultFolder = path.join(root, '.kassa', ...(chains === 'real' ? ['real-chains'] : []));
const dataFolder = path.resolve(process.env.KASSA_DATA || defaultFolder);
const logFolder = path.join(dataFolder, 'logs');
const secretsFile = path.join(dataFolder, 'secrets.json');
mkdirSync(logFolder, { recursive: true });

const configFolder = process.env.KASSA_CONFIG || path.join(root, 'config');
/** An operator's own brands have no second site. */
const hasLagoon = existsSync(path.join(configFolder, 'brands', 'lagoon.json'));

const ports = await claimPorts();
const local = (port: number) => `http://localhost:${port}`;
const serverUrl = local(ports.PORT);
const operatorUrl = chooseOperatorUrl(process.env, ports.OPERATOR_PORT);
const demoUrl = process.env.DEMO_URL || local(ports.DEMO_PORT);
const lagoonUrl = process.env.LAGOON_URL || local(ports.LAGOON_PORT ?? 0);
const sandboxUrl = process.env.SANDBOX_URL || local(ports.SANDBOX_PORT);
const viteUrl = local(ports.VITE_PORT ?? 0);
const publicUrl = process.env.PUBLIC_URL || (isDev ? viteUrl : serverUrl);
const product = process.env.PRODUCT || 'kassa';

const secrets = loadSecrets();
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  ...secrets,
  KASSA_DATA: dataFolder,
  PUBLIC_URL: publicUrl,
  OPERATOR_PORT: String(ports.OPERATOR_PORT),
  SERVER_URL: serverUrl,
  OPERATOR_URL: operatorUrl,
  DEMO_URL: demoUrl,
  SANDBOX_URL: sandboxUrl,
  // The address for the bank's notifications of Pix; with a real bank, the operator registers it
  // once.
  SANDBOX_PIX_WEBHOOK_URL:
    process.env.SANDBOX_PIX_WEBHOOK_URL ||
    `${serverUrl}/api/providers/${product}/pix/notifications`,
  // The same for transfers to the operator's own accounts.
  SANDBOX_BANK_WEBHOOK_URL:
    process.env.SANDBOX_BANK_WEBHOOK_URL ||
    `${serverUrl}/api/providers/${product}/requisites/notifications`,
  // The wallet of the demo's players: Kassa's ledger, or (http) the demo's own wallet.
  DEMO_WALLET: process.env.DEMO_WALLET || 'ledger',
  // The key of the wallet that pays the demo's players is one that everybody knows.
  DEMO_KEYSTORE: path.join(root, 'config', 'keystores', 'demo.json'),
  DEMO_KEYSTORE_PASSWORD: 'kassa-demo',
  LAGOON_URL: lagoonUrl,
  LAGOON_KEYSTORE: path.join(root, 'config', 'keystores', 'lagoon.json'),
  CHAINS: chains,
  CHAINS_MINING: mining,
  WIDGET_URL: `${publicUrl}/${product}/`,
};

const watch = isDev ? ['--watch', '--watch-preserve-output'] : [];
const parts: Program[] = [
  { name: 'sandbox', args: ['packages/sandbox/src/main.ts'] },
  { name: 'server', args: [...watch, 'packages/server/src/main.ts'] },
];
if (isDev) {
  parts.push({
    name: 'widget',
    args: [path.join(root, 'node_modules/vite/bin/vite.js')],
    cwd: path.join(root, 'packages/widget'),
    readyUrl: `${viteUrl}/${product}/`,
  });
}

const sites: Site[] = [
  {
    name: 'demo',
    product,
    keyName: 'DEMO_OPERATOR_KEY',
    scopes: ['read', 'players', 'bonuses'],
    environment: hasLagoon ? { OTHER_SITE_URL: lagoonUrl } : {},
  },
];
if (hasLagoon) {
  sites.push({
    name: 'lagoon',
    product: 'lagoon',
    keyName: 'LAGOON_OPERATOR_KEY',
    scopes: ['read', 'players', 'corrections'],
    environment: {
      DEMO_SITE: 'lagoon',
      DEMO_ISSUER: 'lagoon-demo',
      DEMO_PORT: String(ports.LAGOON_PORT),
      DEMO_URL: lagoonUrl,
      DEMO_KASSA_SECRET: secrets.LAGOON_KASSA_SECRET,
      // Vite's server has the first brand's page only.
      WIDGET_URL: `${process.env.PUBLIC_URL || serverUrl}/lagoon/`,
      KASSA_DATA: path.join(dataFolder, 'lagoon'),
      OTHER_SITE_URL: demoUrl,
    },
  });
}

const running = new Map<string, RunningPart>();
let isStopping = false;

process.on('SIGINT', () => void (isStopping ? killAll() : stop(0)));
// npm forwards a Ctrl-C as SIGTERM as well, and a closing terminal adds SIGHUP: these count once.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// The terminal may be closed while the parts stop; output to it is then lost.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const areReady = await Promise.all(parts.map(start));
if (areReady.every(Boolean) && !isStopping && (await startSites())) {
  console.log(`\nKassa is ready: ${demoUrl}\n`);
  if (hasLagoon) console.log(`Its sweepstake casino: ${lagoonUrl}\n`);
  console.log(`Logs are in ${logFolder}. Ctrl-C stops everything.`);
}

/** Starts the sites. Like an operator's backend, each needs a key that the server accepts. */
async function startSites(): Promise<boolean> {
  for (const { name, product, keyName, scopes, environment: own } of sites) {
    const kept = secrets[keyName];
    const key = await resolveOperatorKey({ operatorUrl, product, scopes, environment, kept });
    if (isStopping) return false;
    if (key !== null && key !== kept) {
      secrets[keyName] = key;
      keepSecrets(secrets);
    }
    const args = ['packages/demo/src/main.ts'];
    const ownKey = key === null ? {} : { DEMO_OPERATOR_KEY: key };
    const site = { name, args, environment: { ...environment, ...own, ...ownKey } };
    if (!(await start(site)) || isStopping) return false;
  }
  return true;
}

/** Starts a part and waits until it is ready; stops all if it doesn't become ready. */
async function start({ cwd = root, ...program }: Program): Promise<boolean> {
  const { name } = program;
  console.log(`• Starting the ${name} …`);
  const part = startPart({ environment, ...program, cwd, logFolder });
  running.set(name, part);
  void part.ended.then((description) => {
    running.delete(name);
    if (!isStopping) console.error(`\n${description}`);
    return stop(1);
  });
  if (await part.becomesReady(readyWithinMs)) return true;
  if (!isStopping && running.has(name)) {
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
  for (const { name } of [...parts, ...sites].reverse()) {
    const child = running.get(name);
    if (child === undefined) continue;
    child.process.kill('SIGTERM');
    const timer = setTimeout(() => child.process.kill('SIGKILL'), stopWithinMs);
    await child.ended;
    clearTimeout(timer);
  }
  process.exit(code);
}

/** Kills the parts on a second Ctrl-C. The next start recovers interrupted work. */
function killAll(): void {
  for (const part of running.values()) part.process.kill('SIGKILL');
  process.exit(1);
}

/** Returns which blockchains to run, and who mines; ends this script if that is not possible. */
function chooseChains() {
  try {
    return { chains: readChains(process.env), mining: readMining(process.env) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Returns ports that can be used and are free; ends this script if there is none. */
async function claimPorts(): Promise<Ports> {
  try {
    const ports = readPorts(process.env, { isDev, hasLagoon });
    const taken = await findTakenPorts(ports);
    if (taken.length === 0) return ports;
    console.error(taken.join('\n'));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
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
    DEMO_KASSA_SECRET: makeKassaSecret(),
    DEMO_RECEIPT_KEY: makeReceiptKey(),
    LAGOON_KASSA_SECRET: makeKassaSecret(),
    LAGOON_RECEIPT_KEY: makeReceiptKey(),
    ...kept,
  };
  if (Object.keys(secrets).length > Object.keys(kept).length) {
    keepSecrets(secrets);
  }
  return secrets;
}

function makeKassaSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function makeReceiptKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
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
