import type { Anvil } from '@kassa/sandbox';
import {
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
  zeroHash,
} from 'viem';

const batcherAbi = parseAbi([
  'function scheduleBatch(address[], uint256[], bytes[], bytes32, bytes32, uint256)',
  'function executeBatch(address[], uint256[], bytes[], bytes32, bytes32)',
]);
const batcherValues = parseAbiParameters('uint256, address[], address[], address');

/**
 * Deploys a contract that makes several calls in one transaction, as exchanges do for collective
 * payouts: OpenZeppelin's timelock, without a delay.
 */
export async function deployBatcher(anvil: Anvil) {
  const owners = [getAddress(anvil.account)];
  const values = encodeAbiParameters(batcherValues, [0n, owners, owners, zeroAddress]);
  const address = await anvil.deploy('TimelockController', values);
  return {
    address,
    /** Sends the contract's tokens; waits to be mined. Returns the transaction's id. */
    payOut: async (payments: readonly { to: string; units: bigint }[]): Promise<string> => {
      const targets = payments.map(() => getAddress(anvil.token));
      const values = payments.map(() => 0n);
      const payloads = payments.map(({ to, units }) =>
        encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transfer',
          args: [getAddress(to), units],
        }),
      );
      const batch = [targets, values, payloads, zeroHash, zeroHash] as const;
      const schedule = {
        abi: batcherAbi,
        functionName: 'scheduleBatch',
        args: [...batch, 0n],
      } as const;
      await anvil.send({ to: address, data: encodeFunctionData(schedule) });
      await anvil.mine();
      const execute = { abi: batcherAbi, functionName: 'executeBatch', args: batch } as const;
      return anvil.send({ to: address, data: encodeFunctionData(execute) });
    },
  };
}

const collectibleAbi = parseAbi(['function mint(address to)']);

/** Deploys an ERC-721 contract. */
export async function deployCollectible(anvil: Anvil) {
  const values = encodeAbiParameters(parseAbiParameters('string, string, string'), [
    'Ape',
    'APE',
    '',
  ]);
  const address = await anvil.deploy('ERC721PresetMinterPauserAutoId', values);
  return {
    /** Creates one for an address; waits to be mined. */
    mint: (to: string) => {
      const mint = { abi: collectibleAbi, functionName: 'mint', args: [getAddress(to)] } as const;
      return anvil.send({ to: address, data: encodeFunctionData(mint) });
    },
  };
}
