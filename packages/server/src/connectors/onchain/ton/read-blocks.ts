import { ChainError } from '../../chain-rail.ts';
import type { AskApi } from './ask-api.ts';
import { blocksSchema, masterchainSchema, type TonBlock } from './schemas.ts';

/** Masterchain blocks are those of its only shard. */
const masterchain = { workchain: -1, shard: '8000000000000000' };

/** Null if the index has no masterchain block of this number. */
export async function readBlock(ask: AskApi, seqno: number): Promise<TonBlock | null> {
  const query = { ...masterchain, seqno, limit: 2 };
  const { blocks } = await ask('blocks', query, blocksSchema);
  const [block = null, another] = blocks;
  if (another || (block && block.seqno !== seqno)) {
    throw new ChainError('malformed', 'blocks: it is another block');
  }
  return block;
}

/**
 * Returns the masterchain blocks of a range and the one before it, in order and without a gap. Their
 * numbers can't be asked for as a range, but their logical times can: those of the first and last
 * block are looked up. All blocks between fit into one page.
 */
export async function readBlocks(ask: AskApi, from: number, to: number): Promise<TonBlock[]> {
  const low = Math.max(from - 1, 0);
  const first = await readBlock(ask, low);
  const last = low === to ? first : await readBlock(ask, to);
  if (!first || !last) throw await explainGap(ask, first ? to : low);
  const count = to - low + 1;
  const blocks = count <= 2 ? [...new Set([first, last])] : await readBetween(ask, first, last);
  blocks.sort((a, b) => a.seqno - b.seqno);
  if (blocks.some(({ seqno }, place) => seqno !== low + place) || blocks.length > count) {
    // The index takes blocks up side by side, so a later one may be there first.
    throw new ChainError('unavailable', `blocks: one after ${low} is missing`);
  }
  return blocks;
}

async function readBetween(ask: AskApi, first: TonBlock, last: TonBlock): Promise<TonBlock[]> {
  const limit = last.seqno - first.seqno + 1;
  const query = {
    ...masterchain,
    start_lt: first.start_lt,
    end_lt: last.start_lt,
    limit,
    sort: 'asc',
  };
  const { blocks } = await ask('blocks', query, blocksSchema);
  if (blocks.length < limit) {
    throw new ChainError('unavailable', `blocks: some after ${first.seqno} are missing`);
  }
  return blocks;
}

/** An index that begins later never gets a block; any other may be about to. */
async function explainGap(ask: AskApi, seqno: number): Promise<ChainError> {
  const { first } = await ask('masterchainInfo', {}, masterchainSchema);
  return seqno < first.seqno
    ? new ChainError('pruned', `the index begins with block ${first.seqno}, after ${seqno}`)
    : new ChainError('unavailable', `the index has no block ${seqno} yet`);
}
