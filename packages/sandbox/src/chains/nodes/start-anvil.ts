import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { encodeDeployment, encodeTransfer, readContract } from './deploy-token.ts';
import { startAnvilProcess } from './start-anvil-process.ts';

/** A transaction of the node's own rich account. */
export interface AnvilTransaction {
  to?: string;
  /** In wei. */
  value?: bigint;
  /** The call of a contract, in hex. */
  data?: string;
  /** Set it for a transaction that shall fail: the node estimates, and so refuses, others. */
  gas?: number;
}

/** An Ethereum node with a chain of its own, for tests. Nothing is mined unless asked for. */
export interface Anvil {
  readonly url: string;
  readonly chainId: number;
  /** The rich account; all tokens are its own, too. */
  readonly account: string;
  /** The contract of an ERC-20 token with 6 decimals, as USDT and USDC have on Ethereum. */
  readonly token: string;
  /** @throws an error with the node's own words. */
  rpc(method: string, ...params: unknown[]): Promise<unknown>;
  /** Mines blocks; the first takes all waiting transactions. */
  mine(count?: number): Promise<void>;
  /** Returns the transaction's id; it waits for {@link Anvil.mine}. */
  send(transaction: AnvilTransaction): Promise<string>;
  /** The same, of the token. */
  sendToken(to: string, units: bigint): Promise<string>;
  /**
   * Mines a contract of OpenZeppelin and returns its address.
   * @param values - of its constructor, in hex
   */
  deploy(contract: string, values: string): Promise<string>;
  /**
   * Replaces the newest blocks by as many others.
   * @param kept - the transactions that the first of them has again; all others are lost
   */
  reorganise(depth: number, kept?: readonly string[]): Promise<void>;
  /** Ends the process. Its chain is kept for {@link Anvil.restart}. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
});
const tokenDecimals = 6;

const textSchema = z.string();
const receiptSchema = z.object({ contractAddress: z.string() });

/**
 * Starts Anvil with one deployed token.
 * @param options.chainId - default: its own, 31337
 * @param options.port - default: a free one
 */
export async function startAnvil({ chainId = 31_337, port = 0 } = {}): Promise<Anvil> {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-anvil-'));
  const stateFile = join(folder, 'state.json');
  let running = await startAnvilProcess({ chainId, port, stateFile });
  const { port: ownPort } = running;
  const url = `http://127.0.0.1:${ownPort}`;
  const rpc: Anvil['rpc'] = (method, ...params) => callNode(url, method, params);
  const mine = async (count = 1) => void (await rpc('anvil_mine', toHex(count)));
  const account = z.tuple([textSchema], textSchema).parse(await rpc('eth_accounts'))[0];

  const send = async ({ to, value = 0n, data, gas }: AnvilTransaction) => {
    const limit = gas === undefined ? {} : { gas: toHex(gas) };
    const transaction = { from: account, to, value: toHex(value), data, ...limit };
    return textSchema.parse(await rpc('eth_sendTransaction', transaction));
  };
  const deploy = async (data: string) => {
    const txid = await send({ data });
    await mine();
    return receiptSchema.parse(await rpc('eth_getTransactionReceipt', txid)).contractAddress;
  };
  const token = await deploy(encodeDeployment(account, tokenDecimals));

  return {
    url,
    chainId,
    account,
    token,
    rpc,
    mine,
    send,
    deploy: (contract, values) => deploy(readContract(contract) + values.replace(/^0x/, '')),
    sendToken: (to, units) => send({ to: token, data: encodeTransfer(to, units) }),
    reorganise: async (depth, kept = []) => {
      const raw = await Promise.all(kept.map((txid) => rpc('eth_getRawTransactionByHash', txid)));
      const firstBlock = 0;
      await rpc(
        'anvil_reorg',
        depth,
        raw.map((transaction) => [transaction, firstBlock]),
      );
    },
    kill: () => running.end(),
    restart: async () => {
      running = await startAnvilProcess({ chainId, port: ownPort, stateFile });
    },
    stop: async () => {
      await running.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function callNode(url: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = answerSchema.parse(await response.json());
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

function toHex(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}
