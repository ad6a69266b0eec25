import { randomBytes } from 'node:crypto';
import { readAddress } from './addresses/read-address.ts';
import {
  type ChainDriver,
  type ChainOverview,
  ChainRefusal,
  type PaymentOrder,
  type ShownPayment,
} from './chain-driver.ts';
import { type ChainName, chainFacts, type SimulatedCoin } from './chain-facts.ts';
import {
  type ChainEntry,
  type Fate,
  fateSchema,
  type SimulatedTransaction,
} from './chain-journal.ts';
import { showUnits } from './coin-units.ts';
import { backToSender, firstHeight, type SimulatedChain } from './simulated-chain.ts';
import { digest } from './simulated-digest.ts';

const blocksShown = 12;

/** So much fits into one cell of TON. */
const longestMemoBytes = 120;

/** Drives a simulated chain: every act is an entry, written before it has an effect. */
export class SimulatedDriver implements ChainDriver {
  readonly node = null;
  readonly blockchain: ChainName;
  readonly fact;
  readonly offers;
  readonly #chain: SimulatedChain;
  readonly #record: (entry: ChainEntry) => void;
  readonly #isMinedByItself: boolean;

  /** @param isMinedByItself - whether the miner is on until the page turns it off */
  constructor(chain: SimulatedChain, record: (entry: ChainEntry) => void, isMinedByItself = false) {
    this.#chain = chain;
    this.#record = record;
    this.#isMinedByItself = isMinedByItself;
    this.blockchain = chain.blockchain;
    this.fact = chainFacts[chain.blockchain];
    const { family } = this.fact;
    this.offers = {
      replace: family === 'utxo',
      replaceBack: family === 'utxo',
      memo: family === 'ton',
      failure: family !== 'utxo',
      fates: fateSchema.options,
    };
  }

  async overview(): Promise<ChainOverview> {
    const blocks = this.#chain.newest(blocksShown).map(({ transactions, ...block }) => ({
      ...block,
      payments: transactions.map(this.#show),
    }));
    const isMinerOn = this.#chain.isMinerOn ?? this.#isMinedByItself;
    return { blocks, pending: this.#chain.pending().map(this.#show), isMinerOn };
  }

  async send({ address, currency, units, memo, fails }: PaymentOrder): Promise<string> {
    const read = readAddress(this.blockchain, address);
    if ('problem' in read) throw new ChainRefusal(read.problem);
    const coin = this.#findCoin((one) => one.currency === currency);
    if (coin === undefined) throw new ChainRefusal(`${this.fact.name} has no ${currency}.`);
    if (Buffer.byteLength(memo ?? '') > longestMemoBytes) {
      throw new ChainRefusal(`The memo is longer than ${longestMemoBytes} bytes.`);
    }
    const id = randomBytes(32).toString('hex');
    const transaction: SimulatedTransaction = {
      id,
      sentAt: Date.now(),
      sender: digest('sender', id).slice(0, 40),
      to: read.to,
      contract: coin.contract,
      units: units.toString(),
      memo: this.offers.memo ? memo : null,
      fails: this.offers.failure && fails,
      feeRate: 2,
      spends: digest('money of', id),
    };
    this.#record({ kind: 'sent', blockchain: this.blockchain, transaction });
    return id;
  }

  /**
   * Takes a signed transaction that a program has sent.
   * @param replaced - the waiting one whose place it takes; null if none
   */
  take(transaction: SimulatedTransaction, replaced: string | null): void {
    const { blockchain } = this;
    this.#record(
      replaced === null
        ? { kind: 'sent', blockchain, transaction }
        : { kind: 'replaced', blockchain, txid: replaced, transaction },
    );
  }

  async mine(count: number): Promise<void> {
    this.#record({ kind: 'mined', blockchain: this.blockchain, count, at: Date.now() });
  }

  async reorganise(depth: number, fate: Fate): Promise<void> {
    const most = this.#chain.tip.height - firstHeight;
    if (most === 0) throw new ChainRefusal('There is no block to drop yet: mine one first.');
    if (depth > most) throw new ChainRefusal(`Only ${most} blocks can be dropped.`);
    const at = Date.now();
    this.#record({ kind: 'reorganised', blockchain: this.blockchain, depth, fate, at });
  }

  async replace(txid: string, isToSender: boolean): Promise<string> {
    const placed = this.#chain.find(txid);
    if (!this.offers.replace || placed?.block !== null) {
      throw new ChainRefusal('Only a payment that waits for a block can be replaced.');
    }
    const old = placed.transaction;
    if (old.raw !== undefined) {
      throw new ChainRefusal('Only its sender can replace a payment that is signed.');
    }
    const replacement = isToSender
      ? backToSender(old, 'by fee')
      : { ...old, id: digest(old.id, 'by fee'), feeRate: old.feeRate * 2 };
    const transaction = { ...replacement, sentAt: Date.now() };
    this.#record({ kind: 'replaced', blockchain: this.blockchain, txid, transaction });
    return transaction.id;
  }

  async setMiner(isOn: boolean): Promise<void> {
    this.#record({ kind: 'minerSet', blockchain: this.blockchain, isOn });
  }

  readonly #show = (transaction: SimulatedTransaction): ShownPayment => {
    const { id, to, contract, units, memo, fails } = transaction;
    const coin = this.#findCoin((one) => one.contract === contract);
    const notes = [memo === null ? '' : `memo ${memo}`, fails ? 'fails' : ''].filter(Boolean);
    return {
      txid: id,
      to,
      amount: showUnits(BigInt(units), coin?.decimals ?? 0, coin?.currency ?? 'units'),
      note: notes.join(', ') || null,
    };
  };

  #findCoin(isWanted: (coin: SimulatedCoin) => boolean): SimulatedCoin | undefined {
    return this.fact.coins.find(isWanted);
  }
}
