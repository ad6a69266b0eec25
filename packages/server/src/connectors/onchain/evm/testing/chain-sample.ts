import { transferTopic } from '../transfer-bloom.ts';

/** A hash of a sample: 32 bytes. */
export function sampleHash(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`;
}

export function sampleAddress(number: number): string {
  return `0x${number.toString(16).padStart(40, '0')}`;
}

/** A block as nodes write it, without transactions. */
export function sampleBlock(height: number, change: object = {}) {
  return {
    number: `0x${height.toString(16)}`,
    hash: sampleHash(height),
    parentHash: sampleHash(height - 1),
    timestamp: `0x${(1_790_000_000 + height).toString(16)}`,
    logsBloom: `0x${'0'.repeat(512)}`,
    transactions: [] as unknown[],
    ...change,
  };
}

/** What a healthy node of chain 1 answers; its blocks are empty. */
export function healthyAnswers(head: number) {
  return {
    eth_chainId: () => '0x1',
    eth_syncing: () => false,
    eth_blockNumber: () => `0x${head.toString(16)}`,
    eth_getBlockByNumber: (tag: string) => {
      const height = tag === 'latest' ? head : Number(tag);
      return height > head ? null : sampleBlock(height);
    },
    eth_getLogs: () => [],
  };
}

/** A log of an ERC-20 transfer of 25 units to the address 7. */
export function sampleLog(height: number, change: object = {}) {
  return {
    address: sampleAddress(99),
    topics: [transferTopic, sampleHash(5), sampleHash(7)],
    data: sampleHash(25),
    blockHash: sampleHash(height),
    transactionHash: sampleHash(1000),
    logIndex: '0x0',
    removed: false,
    ...change,
  };
}

/** The numbers of a filter's range. */
export function rangeOf({ fromBlock, toBlock }: { fromBlock: string; toBlock: string }): number[] {
  const from = Number(fromBlock);
  return Array.from({ length: Number(toBlock) - from + 1 }, (_, offset) => from + offset);
}
