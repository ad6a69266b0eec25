import { createHash } from 'node:crypto';
import type { ChainCoin } from '../connectors/chain-coin.ts';
import type { ChainRail, ChainSource } from '../connectors/chain-rail.ts';
import { ChainError } from '../connectors/chain-rail.ts';
import type { HotWallet, PayoutState, SignedTransaction } from '../connectors/hot-wallet.ts';

/** The moments at which a process can die while it pays. */
export const walletSteps = [
  'findObstacle',
  'quote',
  'beforeSign',
  'afterSign',
  'beforeBroadcast',
  'afterBroadcast',
  'find',
] as const;

export type WalletStep = (typeof walletSteps)[number];

interface FakeTransaction {
  txid: string;
  raw: string;
  nonce: number;
  to: string;
  units: string;
  fee: number;
}

const coin: ChainCoin = {
  currency: 'ETH',
  contract: null,
  shownContract: null,
  decimals: 18,
  dust: '0',
};

const required = 16;
const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * A wallet and its chain in memory, for tests of what happens around them: the process dies at a
 * step, the network forgets or replaces, blocks are taken back.
 */
export class FakeHotWallet implements HotWallet {
  readonly network: string = '1';
  readonly address = '0xHotWallet';
  readonly target = '0xhotwallet';
  dailyCap = new Map<string, string>();
  stuckMs = 600_000;
  balance = 10n ** 24n;
  /** Each is hit once: then the process goes on as a new one would. */
  readonly crashes = new Set<WalletStep>();
  isNodeAway = false;
  /** The transactions that are told to have made the same payment. */
  alike: string[] = [];
  signerAnswer: 'signs' | 'refuses' | 'hangs' = 'signs';
  /** What was signed, also what nobody stored. */
  readonly signed: FakeTransaction[] = [];
  readonly waiting = new Map<string, FakeTransaction>();
  readonly mined: (FakeTransaction & { height: number })[] = [];
  /** Whether transactions are mined without moving money. */
  isFailing = false;
  height = 100;
  #branch = 0;

  /** The chain of the wallet, as an account has it. */
  rail(): ChainRail {
    const source: ChainSource = {
      host: 'node.example',
      batchSize: 10,
      tip: async () => ({
        height: this.height,
        hash: this.hashAt(this.height),
        minedAt: new Date(),
      }),
      hashAt: async (height) => (height > this.height ? null : this.hashAt(height)),
      blocks: async () => [],
    };
    return {
      blockchain: 'ETHEREUM',
      chainId: 1,
      isTest: true,
      sources: [source],
      coins: new Map([[coin.currency, coin]]),
      keyId: 'fake',
      derive: (index) => ({ address: `0x${index}`, target: `0x${index}`, memo: null }),
      readMemo: null,
      stallMs: null,
      hotWallet: this,
      planSweep: async () => ({ kind: 'none', detail: 'a fake' }),
    };
  }

  hashAt(height: number): string {
    return digest(`block ${height} ${this.#branch}`);
  }

  /** Mines blocks; the first takes all that waits, in the order of the numbers. */
  mine(count = 1): void {
    this.height += 1;
    for (;;) {
      const nonce = this.mined.length;
      const next = [...this.waiting.values()].find((one) => one.nonce === nonce);
      if (next === undefined) break;
      this.mined.push({ ...next, height: this.height });
      for (const one of this.waiting.values()) {
        if (one.nonce === nonce) this.waiting.delete(one.txid);
      }
    }
    this.height += count - 1;
  }

  /** Takes blocks back; their transactions are forgotten. */
  reorganise(depth: number): void {
    this.#branch += 1;
    const first = this.height - depth + 1;
    const kept = this.mined.filter(({ height }) => height < first);
    this.mined.splice(0, this.mined.length, ...kept);
  }

  /** What was paid before a restored copy of the database, which lacks it. */
  payUnknown(to: string): void {
    const paid = { nonce: this.mined.length, to, units: '1', fee: 1 };
    const raw = JSON.stringify(paid);
    this.mined.push({ ...paid, raw, txid: digest(raw), height: this.height });
  }

  /** Somebody else sends from the same wallet. */
  sendForeign(): void {
    const foreign = { nonce: this.mined.length, to: '0xelsewhere', units: '1', fee: 1e9 };
    const raw = JSON.stringify(foreign);
    this.waiting.clear();
    this.waiting.set(digest(raw), { ...foreign, raw, txid: digest(raw) });
  }

  readDestination: HotWallet['readDestination'] = (typed) =>
    typed.startsWith('0x')
      ? { isValid: true, address: typed, target: typed.toLowerCase() }
      : { isValid: false, problem: 'must be an address' };

  findObstacle: HotWallet['findObstacle'] = async () => {
    this.#pass('findObstacle');
    return null;
  };

  look: HotWallet['look'] = async () => {
    this.#requireNode();
    const nonces = [...this.waiting.values()].map(({ nonce }) => nonce + 1);
    return {
      nonce: Math.max(this.mined.length, ...nonces),
      balances: new Map([[coin.currency, this.balance]]),
      outputs: [],
    };
  };

  quotePrice: HotWallet['quotePrice'] = async () => ({ gas: 1n, rate: 100n, tip: 1n });

  quote: HotWallet['quote'] = async () => {
    this.#pass('quote');
    return { ...(await this.look()), price: await this.quotePrice(), alike: this.alike };
  };

  reserve: HotWallet['reserve'] = ({ units }, quote, taken) => {
    const free = this.balance - (taken.units.get(coin.currency) ?? 0n);
    if (free < units) return { kind: 'waits', detail: 'the hot wallet has too little ETH' };
    return { nonce: Math.max(quote.nonce ?? 0, (taken.nonce ?? -1) + 1), inputs: [] };
  };

  sign: HotWallet['sign'] = async (order, { nonce }, price, earlier) => {
    this.#pass('beforeSign');
    if (this.signerAnswer === 'refuses') return { kind: 'waits', detail: 'the signer refuses' };
    if (this.signerAnswer === 'hangs') return { kind: 'unanswered', detail: 'the signer hangs' };
    const fee = Number(price.rate) + earlier.length;
    const content = { nonce: nonce ?? 0, to: order.destination, units: `${order.units}`, fee };
    const raw = JSON.stringify(content);
    const transaction = { ...content, raw, txid: digest(raw) };
    this.signed.push(transaction);
    this.#pass('afterSign');
    const { txid } = transaction;
    return { kind: 'signed', transaction: { txid, raw, fee: BigInt(fee) } };
  };

  broadcast: HotWallet['broadcast'] = async (raw) => {
    this.#pass('beforeBroadcast');
    const transaction = this.#read(raw);
    const { txid, nonce, fee } = transaction;
    const isKnown = this.mined.some((one) => one.txid === txid) || this.waiting.has(txid);
    if (isKnown) return { isTaken: true, detail: '' };
    if (nonce < this.mined.length) return { isTaken: false, detail: 'nonce too low' };
    const same = [...this.waiting.values()].find((one) => one.nonce === nonce);
    if (same !== undefined && same.fee >= fee) return { isTaken: false, detail: 'underpriced' };
    if (same !== undefined) this.waiting.delete(same.txid);
    this.waiting.set(txid, transaction);
    this.#pass('afterBroadcast');
    return { isTaken: true, detail: '' };
  };

  find: HotWallet['find'] = async ({ transactions, reservation }): Promise<PayoutState> => {
    this.#pass('find');
    const tipHeight = this.height;
    const ids = new Set(transactions.map(({ txid }: SignedTransaction) => txid));
    const found = this.mined.find(({ txid }) => ids.has(txid));
    if (found !== undefined) {
      const { txid, height, units, fee } = found;
      const moved = this.isFailing ? null : BigInt(units);
      const blockHash = this.hashAt(height);
      return {
        tipHeight,
        found: { kind: 'mined', txid, height, blockHash, moved, fee: BigInt(fee) },
      };
    }
    const other = this.mined.find(({ nonce }) => nonce === reservation.nonce);
    const isDeep = other !== undefined && tipHeight - other.height + 1 >= required;
    return {
      tipHeight,
      found: isDeep ? { kind: 'displaced', detail: 'its number is taken' } : { kind: 'waiting' },
    };
  };

  #read(raw: string): FakeTransaction {
    const known = this.signed.find((one) => one.raw === raw);
    if (known === undefined) throw new Error('Nobody has signed this');
    return known;
  }

  #requireNode(): void {
    if (this.isNodeAway) throw new ChainError('unavailable', 'the node is away');
  }

  /** Dies once if a test wants it here. */
  #pass(step: WalletStep): void {
    this.#requireNode();
    if (this.crashes.delete(step)) throw new Error(`the process dies: ${step}`);
  }
}
