import { createRequire } from 'node:module';
import path from 'node:path';
import { findLitecoin } from './find-litecoin.mjs';

/** The blockchains of a start: all simulated, or two of them run by test nodes. */
export type ChainsMode = 'simulated' | 'real';

const sandboxRequire = createRequire(
  path.join(import.meta.dirname, '../packages/sandbox/package.json'),
);

/**
 * Reads `CHAINS`; empty counts as unset.
 * @param isInstalled - whether a node of this name can be started
 * @throws an error that names the valid values, or every missing node and how to get it
 */
export function readChains(
  environment: NodeJS.ProcessEnv,
  isInstalled: (node: keyof typeof hints) => boolean = canStart,
): ChainsMode {
  const mode = environment.CHAINS || 'simulated';
  if (mode !== 'simulated' && mode !== 'real') {
    throw new Error(`Kassa can't start:\n  CHAINS=${mode} must be "simulated" or "real"`);
  }
  if (mode === 'simulated') return mode;
  const missing = nodes.filter((node) => !isInstalled(node));
  if (missing.length === 0) return mode;
  const lines = missing.map((node) => `  ${hints[node]}`);
  throw new Error(`Kassa can't start with CHAINS=real:\n${lines.join('\n')}`);
}

/** Who makes the blocks of the chains: their miners, or a person on a chain's page. */
export type ChainsMining = 'automatic' | 'manual';

/**
 * Reads `CHAINS_MINING`; empty counts as unset.
 * @throws an error that names the valid values
 */
export function readMining(environment: NodeJS.ProcessEnv): ChainsMining {
  const mining = environment.CHAINS_MINING || 'automatic';
  if (mining === 'automatic' || mining === 'manual') return mining;
  throw new Error(`Kassa can't start:\n  CHAINS_MINING=${mining} must be "automatic" or "manual"`);
}

const hints = {
  litecoind: "there is no litecoind on this machine: install Debian's package litecoind",
  anvil: 'anvil is one of the tests’ packages: install them by "node scripts/setup.mjs --tools"',
} as const;

const nodes = Object.keys(hints) as (keyof typeof hints)[];

function canStart(node: keyof typeof hints): boolean {
  if (node === 'anvil') return isResolvable('@foundry-rs/anvil/package.json');
  return findLitecoin().missing.length === 0;
}

function isResolvable(name: string): boolean {
  try {
    sandboxRequire.resolve(name);
    return true;
  } catch {
    return false;
  }
}
