import { type Blockchain, blockchains } from '@kassa/contract';
import type { Hex } from 'viem';
import { encodeFunctionData, formatUnits } from 'viem/utils';
import type { ChainCoin } from '../../chain-coin.ts';
import type { DerivedAddress, SweepCall, SweepInput, SweepPlan } from '../../chain-rail.ts';
import { checkAddress } from '../derive/check-address.ts';
import { asHex, type DepositContract } from '../derive/evm-address.ts';
import { toTronHex } from '../derive/tron-address.ts';

/** Of ERC-20 and TRC-20. */
export const transferAbi = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ type: 'bool' }],
  },
] as const;

const nothing: SweepPlan = { kind: 'none', detail: 'there is nothing to collect' };

export interface AccountWallet {
  blockchain: Blockchain;
  coins: ReadonlyMap<string, ChainCoin>;
  derive: (index: number) => DerivedAddress;
  /** Null: every address has a key of its own. */
  depositContract: DepositContract | null;
}

/**
 * Plans a transaction for each address and coin: a transfer of the chain's own coin, or a call
 * `transfer(address,uint256)` of a token's contract. A chain takes its fee from the address that
 * signs: a transfer of the coin is to be lowered by it, and an address with tokens alone needs some
 * of the coin first.
 */
export function planCalls(
  { blockchain, coins, derive, depositContract }: AccountWallet,
  inputs: readonly SweepInput[],
  destination: string,
): SweepPlan {
  if (depositContract !== null) {
    const numbers = [...new Set(inputs.map(({ index }) => index))].join(', ');
    const { factory } = depositContract;
    const detail = `call the factory ${factory}, whose contracts have the salts ${numbers}`;
    return inputs.length === 0 ? nothing : { kind: 'none', detail };
  }
  const checked = checkAddress(destination, blockchain, 'main');
  if (!checked.isValid) {
    return { kind: 'refused', field: 'destination', detail: checked.problem };
  }
  if (inputs.length === 0) return nothing;
  const foreign = inputs.find(({ index, address }) => derive(index).address !== address);
  if (foreign !== undefined) {
    const detail = `the address ${foreign.address} comes from another key`;
    return { kind: 'refused', field: null, detail };
  }
  const calls = sumUp(inputs).map((input) =>
    planCall(input, { blockchain, coins, destination: checked.address }),
  );
  return { kind: 'calls', calls };
}

/** Money of one address in one coin is collected at once. */
function sumUp(inputs: readonly SweepInput[]): SweepInput[] {
  const sums = new Map<string, SweepInput>();
  for (const input of inputs) {
    const key = `${input.index} ${input.contract ?? ''}`;
    const units = (sums.get(key)?.units ?? 0n) + input.units;
    sums.set(key, { ...input, units });
  }
  return [...sums.values()];
}

function planCall(
  { index, address: from, contract, units }: SweepInput,
  {
    blockchain,
    coins,
    destination,
  }: { blockchain: Blockchain; coins: AccountWallet['coins']; destination: string },
): SweepCall {
  const path = `m/0/${index}`;
  const coin = [...coins.values()].find((known) => known.contract === contract);
  const moves =
    coin === undefined
      ? `${units} units of the token ${contract}`
      : `${formatUnits(units, coin.decimals)} ${coin.currency}`;
  if (contract === null) {
    const value = `${units}`;
    return { from, path, to: destination, value, data: null, moves: `${moves}, less the fee` };
  }
  const data = encodeFunctionData({
    abi: transferAbi,
    functionName: 'transfer',
    args: [toAccount(blockchain, destination), units],
  });
  return { from, path, to: coin?.shownContract ?? contract, value: '0', data, moves };
}

/** The 20 bytes by which contracts of both families name an account. */
function toAccount(blockchain: Blockchain, address: string): Hex {
  return blockchains[blockchain].family === 'tron' ? toTronHex(address) : asHex(address);
}
