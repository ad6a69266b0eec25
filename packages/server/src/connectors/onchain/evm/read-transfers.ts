import { ChainError, type ChainTransfer } from '../../chain-rail.ts';
import type { EvmBlock, EvmLog } from './schemas.ts';
import { transferTopic } from './transfer-bloom.ts';

/** The payments of a block in the chain's own coin, whether they failed or not. */
export function readCoinTransfers({ transactions }: EvmBlock): ChainTransfer[] {
  return transactions.flatMap(({ hash, from: sender, to, value }) => {
    if (to === null || value === 0n) return [];
    const paid = { txid: hash, index: 'tx', target: to, memo: null, contract: null, units: value };
    return [{ ...paid, ...(sender !== undefined && { sender }) }];
  });
}

/**
 * The payments of a block in tokens, of whatever contract. The index counts all logs of transfers of
 * the transaction: unlike their number in the block, it stays when the transaction moves to another
 * block.
 * @param logs - those of the block
 */
export function readTokenTransfers(logs: readonly EvmLog[]): ChainTransfer[] {
  const counts = new Map<string, number>();
  const seen = new Set<number>();
  const ordered = logs
    .filter(({ topics }) => topics[0] === transferTopic)
    .sort((left, right) => left.logIndex - right.logIndex);
  return ordered.flatMap((log) => {
    // Counted twice, a payment would be credited twice.
    if (seen.has(log.logIndex)) throw new ChainError('malformed', 'eth_getLogs: a log comes twice');
    seen.add(log.logIndex);
    const ordinal = counts.get(log.transactionHash) ?? 0;
    counts.set(log.transactionHash, ordinal + 1);
    return readTokenTransfer(log, `t${ordinal}`);
  });
}

/** None: it is no payment, or of another kind of token (ERC-721 has the number as a fourth topic). */
function readTokenTransfer(log: EvmLog, index: string): ChainTransfer[] {
  const [, payer = '', recipient, number] = log.topics;
  if (!recipient || number) return [];
  if (!recipient.startsWith(paddingOfAddress) || log.data.length !== lengthOfWord) return [];
  const units = BigInt(log.data);
  if (units === 0n) return [];
  const target = `0x${recipient.slice(paddingOfAddress.length)}`;
  const sender = `0x${payer.slice(paddingOfAddress.length)}`;
  const { transactionHash: txid, address: contract } = log;
  return [{ txid, index, target, memo: null, contract, units, sender }];
}

const paddingOfAddress = `0x${'0'.repeat(24)}`;
const lengthOfWord = '0x'.length + 64;
