import { hex } from '@scure/base';
import { RawTx, Transaction } from '@scure/btc-signer';
import { readAddress } from '../addresses/read-address.ts';
import { type ChainName, chainFacts, hotWallets } from '../chain-facts.ts';
import type { SimulatedTransaction } from '../chain-journal.ts';
import { writeUnits } from '../coin-units.ts';
import type { SimulatedChain } from '../simulated-chain.ts';
import { digest } from '../simulated-digest.ts';
import type { SimulatedDriver } from '../simulated-driver.ts';
import { type RpcAnswer, refuse } from './json-rpc.ts';

/** The demo's wallet has so many outputs at the start, each of so many coins. */
const outputCount = 20;
const coinsEach: Partial<Record<ChainName, bigint>> = {
  BITCOIN: 1n,
  LITECOIN: 50n,
  DOGECOIN: 20_000n,
};

/** Satoshi per 1,000 virtual bytes that a payment needs. */
const leastRate: Partial<Record<ChainName, bigint>> = { DOGECOIN: 100_000n };
const ordinaryRate = 1_000n;

interface Output {
  txid: string;
  vout: number;
  script: string;
  amount: bigint;
  confirmations: number;
}

/**
 * Answers what a program asks that pays: the wallet's outputs and transactions, the price, and
 * whether a transaction is taken. Undefined: it is another function.
 */
export function askWallet(
  chain: SimulatedChain,
  driver: SimulatedDriver,
  method: string,
  params: readonly unknown[],
): RpcAnswer | undefined {
  const { blockchain } = chain;
  const rate = leastRate[blockchain] ?? ordinaryRate;
  switch (method) {
    case 'getmempoolinfo':
      return { result: { mempoolminfee: writeAmount(chain, rate) } };
    case 'estimatesmartfee':
      return { result: { feerate: writeAmount(chain, rate * 5n), blocks: 3 } };
    case 'listunspent':
      return { result: listUnspent(chain, Number(params[0]), params[2]) };
    case 'listtransactions':
      return { result: pageOf(listSent(chain), Number(params[1] ?? 10), Number(params[2] ?? 0)) };
    case 'gettransaction':
      return findSigned(chain, String(params[0]));
    case 'sendrawtransaction':
      return takeRaw(chain, driver, String(params[0]));
    default:
      return undefined;
  }
}

function writeAmount({ blockchain }: SimulatedChain, units: bigint): object {
  return JSON.rawJSON(writeUnits(units, chainFacts[blockchain].coins[0].decimals));
}

/** The inputs and outputs of a signed transaction. */
export function readOutputs(raw: string) {
  const transaction = readRaw(raw);
  if (transaction === null) throw new Error('A transaction of the journal can be read');
  const inputs = Array.from({ length: transaction.inputsLength }, (_, at) => {
    const { txid, index: vout = 0, sequence } = transaction.getInput(at);
    return { txid: txid === undefined ? '' : hex.encode(txid), vout, sequence };
  });
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => {
    const { amount = 0n, script } = transaction.getOutput(at);
    return { amount, script: script === undefined ? '' : hex.encode(script) };
  });
  return { id: transaction.id, inputs, outputs };
}

function readRaw(raw: string): Transaction | null {
  try {
    return Transaction.fromRaw(hex.decode(raw), {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      disableScriptCheck: true,
    });
  } catch {
    return null;
  }
}

/** The script of the demo's wallet. */
function scriptOfWallet(blockchain: ChainName): string {
  const read = readAddress(blockchain, hotWallets[blockchain] ?? '');
  return 'to' in read ? read.to : '';
}

/** The transactions that have paid the wallet before the first block, in hex, by their ids. */
const endowments = new Map<ChainName, Map<string, string>>();

function endowmentOf(blockchain: ChainName): Map<string, string> {
  const known = endowments.get(blockchain);
  if (known !== undefined) return known;
  const script = hex.decode(scriptOfWallet(blockchain));
  const amount = (coinsEach[blockchain] ?? 1n) * 10n ** 8n;
  const made = new Map<string, string>();
  for (let number = 0; number < outputCount; number += 1) {
    const bytes = RawTx.encode({
      version: 2,
      segwitFlag: false,
      inputs: [
        {
          txid: hex.decode(digest('endowment', blockchain, number)),
          index: 0,
          finalScriptSig: new Uint8Array(),
          sequence: 0xffffffff,
        },
      ],
      outputs: [{ amount, script }],
      lockTime: 0,
    });
    const raw = hex.encode(bytes);
    made.set(readOutputs(raw).id, raw);
  }
  endowments.set(blockchain, made);
  return made;
}

/** Every output of signed transactions that nothing has spent, waiting ones with 0 confirmations. */
function findUnspent(chain: SimulatedChain): Map<string, Output> {
  const unspent = new Map<string, Output>();
  const add = (raw: string, confirmations: number) => {
    const { id, outputs } = readOutputs(raw);
    for (const [vout, output] of outputs.entries()) {
      unspent.set(`${id}:${vout}`, { txid: id, vout, confirmations, ...output });
    }
  };
  for (const raw of endowmentOf(chain.blockchain).values()) add(raw, chain.tip.height);
  const signed = [...chain.mined(), ...chain.pending()].flatMap(({ id, raw }) =>
    raw === undefined ? [] : [{ id, raw }],
  );
  for (const { id, raw } of signed) add(raw, confirmationsOf(chain, id));
  for (const { raw } of signed) {
    for (const { txid, vout } of readOutputs(raw).inputs) unspent.delete(`${txid}:${vout}`);
  }
  return unspent;
}

function confirmationsOf(chain: SimulatedChain, id: string): number {
  const block = chain.find(id)?.block ?? null;
  return block === null ? 0 : chain.tip.height - block.height + 1;
}

function listUnspent(chain: SimulatedChain, least: number, addresses: unknown) {
  const wanted = (Array.isArray(addresses) ? addresses : []).flatMap((address) => {
    const read = readAddress(chain.blockchain, String(address));
    return 'to' in read ? [read.to] : [];
  });
  return [...findUnspent(chain).values()]
    .filter(({ script, confirmations }) => wanted.includes(script) && confirmations >= least)
    .map(({ amount, script, ...output }) => ({
      ...output,
      scriptPubKey: script,
      amount: writeAmount(chain, amount),
      safe: true,
    }));
}

/** A page counts from the newest entry, and has the newest last. */
function pageOf<Entry>(entries: readonly Entry[], count: number, skipped: number): Entry[] {
  const end = Math.max(entries.length - skipped, 0);
  return entries.slice(Math.max(end - count, 0), end);
}

/** What the wallet has paid to others, one entry for each; oldest first. */
function listSent(chain: SimulatedChain) {
  const own = scriptOfWallet(chain.blockchain);
  return [...chain.mined(), ...chain.pending()].flatMap(({ id: txid, raw, sentAt }) =>
    raw === undefined
      ? []
      : readOutputs(raw)
          .outputs.filter(({ script }) => script !== own)
          .map(({ amount }) => ({
            category: 'send',
            amount: JSON.rawJSON(
              `-${writeUnits(amount, chainFacts[chain.blockchain].coins[0].decimals)}`,
            ),
            txid,
            confirmations: confirmationsOf(chain, txid),
            time: Math.floor(sentAt / 1000),
          })),
  );
}

function findSigned(chain: SimulatedChain, txid: string): RpcAnswer {
  const endowed = endowmentOf(chain.blockchain).get(txid);
  if (endowed !== undefined) {
    return { result: { txid, confirmations: chain.tip.height, hex: endowed } };
  }
  const placed = chain.find(txid);
  const raw = placed?.transaction.raw;
  if (placed === undefined || raw === undefined) {
    return refuse(-5, 'Invalid or non-wallet transaction id');
  }
  const { block } = placed;
  return {
    result: {
      txid,
      confirmations: confirmationsOf(chain, txid),
      ...(block !== null && { blockhash: block.hash }),
      hex: raw,
    },
  };
}

/** Takes a signed transaction, also in the place of one with a lower fee that spends the same. */
function takeRaw(chain: SimulatedChain, driver: SimulatedDriver, raw: string): RpcAnswer {
  if (readRaw(raw) === null) return refuse(-22, 'TX decode failed');
  const { id, inputs, outputs } = readOutputs(raw);
  if (chain.find(id) !== undefined) return refuse(-27, 'Transaction already in block chain');
  const before = chain.pending().find((one) => spendsSame(one, inputs));
  const unspent = findUnspent(chain);
  for (const input of before?.raw === undefined ? [] : readOutputs(before.raw).inputs) {
    const spent = findOutput(chain, input);
    if (spent !== null) unspent.set(`${input.txid}:${input.vout}`, spent);
  }
  const spent = inputs.map(({ txid, vout }) => unspent.get(`${txid}:${vout}`));
  if (spent.some((output) => output === undefined)) return refuse(-25, 'Missing inputs');
  const total = spent.reduce((sum, output) => sum + (output?.amount ?? 0n), 0n);
  const fee = Number(total - outputs.reduce((sum, { amount }) => sum + amount, 0n));
  const feeRate = Math.floor(fee / (raw.length / 2));
  const [paid] = outputs;
  if (paid === undefined || fee < 0) return refuse(-26, 'bad-txns-in-belowout');
  if (before !== undefined && feeRate <= before.feeRate) return refuse(-26, 'insufficient fee');
  const transaction: SimulatedTransaction = {
    id,
    sentAt: Date.now(),
    sender: digest('sender', id).slice(0, 40),
    to: paid.script,
    contract: null,
    units: `${paid.amount}`,
    memo: null,
    fails: false,
    feeRate,
    spends: inputs[0]?.txid ?? '',
    raw,
  };
  driver.take(transaction, before?.id ?? null);
  return { result: id };
}

function spendsSame(
  { raw }: SimulatedTransaction,
  inputs: readonly { txid: string; vout: number }[],
): boolean {
  if (raw === undefined) return false;
  const spent = new Set(readOutputs(raw).inputs.map(({ txid, vout }) => `${txid}:${vout}`));
  return inputs.some(({ txid, vout }) => spent.has(`${txid}:${vout}`));
}

function findOutput(
  chain: SimulatedChain,
  { txid, vout }: { txid: string; vout: number },
): Output | null {
  const raw = endowmentOf(chain.blockchain).get(txid) ?? chain.find(txid)?.transaction.raw;
  const output = raw === undefined ? undefined : readOutputs(raw).outputs[vout];
  if (output === undefined) return null;
  return { txid, vout, confirmations: confirmationsOf(chain, txid), ...output };
}
