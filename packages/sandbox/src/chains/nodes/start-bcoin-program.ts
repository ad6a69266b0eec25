/*
 * The program of a bcoin node and its wallet, which start-bcoin.ts runs as a process of its own. Its
 * settings are bcoin's environment variables (`BCOIN_…`).
 */
import { createRequire } from 'node:module';

/** What is used of bcoin, which has no types. */
interface BcoinNetworks {
  regtest: { addressPrefix: { bech32: string; pubkeyhash: number; scripthash: number } };
}
interface BcoinNode {
  rpc: { add: (name: string, answer: () => Promise<unknown>) => void };
  emit: (event: 'reset', tip: unknown) => void;
  chain: { tip: unknown };
  mempool: { reset: () => Promise<void> };
  require: (plugin: 'walletdb') => { wdb: { state: { height: number } } };
  use: (plugin: unknown) => void;
  ensure: () => Promise<void>;
  open: () => Promise<void>;
  close: () => Promise<void>;
}
type BcoinNodeClass = new (options: Record<string, unknown>) => BcoinNode;

/** The store of bcoin's store `bdb`. */
interface LevelStore {
  prototype: { iterator: (options: Record<string, unknown>) => unknown };
}

const load = createRequire(import.meta.url);
const loadAsBcoin = createRequire(load.resolve('bcoin/lib/node/fullnode'));
const loadAsStore = createRequire(loadAsBcoin.resolve('bdb'));

// bdb was written for an older leveldown, where an end of a range that is null was no end at all.
// The newer one takes it for a key, and bcoin's wallet would find none of its coins.
const { prototype: store }: LevelStore = loadAsStore('leveldown');
const { iterator } = store;
store.iterator = function withoutNulls(options) {
  const given = Object.entries(options).filter(([, value]) => value !== null);
  return iterator.call(this, Object.fromEntries(given));
};

const networks: BcoinNetworks = load('bcoin/lib/protocol/networks');
// bcoin has regtest addresses of its own (`rb1…`). These are Bitcoin Core's (`bcrt1…`).
Object.assign(networks.regtest.addressPrefix, {
  bech32: 'bcrt',
  pubkeyhash: 0x6f,
  scripthash: 0xc4,
});
const FullNode: BcoinNodeClass = load('bcoin/lib/node/fullnode');

const node = new FullNode({
  env: true,
  memory: false,
  workers: false,
  listen: false,
  logConsole: false,
  logFile: false,
  loader: load,
});
node.use(load('bcoin/lib/wallet/plugin'));
// The wallet follows the node's blocks after a while; nothing of bcoin's says how far it is.
node.rpc.add('getwalletheight', async () => node.require('walletdb').wdb.state.height);
// bcoin doesn't tell its waiting room and its wallet that blocks were taken off; without it, no block
// can be mined on the others.
node.rpc.add('followinvalidated', async () => {
  await node.mempool.reset();
  node.emit('reset', node.chain.tip);
  return null;
});
await node.ensure();
await node.open();

process.once('SIGTERM', () => {
  void node.close().then(() => process.exit(0));
});
