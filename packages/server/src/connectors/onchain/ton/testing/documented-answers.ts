/*
 * Answers of TON Center's API v3, in the form of its published document: ton-org/docs,
 * ecosystem/api/toncenter/v3.yaml (schemas Block, Transaction, Message, JettonWallet). 64-bit numbers
 * are texts there, hashes base64 and addresses in upper case. All values are invented, or come from
 * transactions that @ton/sandbox made. No live index answered so.
 */

/** A hash that tells its number. */
function hashOf(number: number | bigint): string {
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex').toString('base64');
}

export const hexOf = (number: number | bigint) => number.toString(16).padStart(64, '0');

/** Masterchain blocks are a million of logical time apart, and 5 s. */
export function answerBlock(seqno: number, globalId = -3) {
  return {
    workchain: -1,
    shard: '8000000000000000',
    seqno,
    root_hash: hashOf(seqno),
    file_hash: hashOf(seqno + 1_000_000),
    global_id: globalId,
    version: 0,
    after_merge: false,
    before_split: false,
    after_split: false,
    want_merge: true,
    want_split: false,
    key_block: false,
    vert_seqno_incr: false,
    flags: 1,
    gen_utime: String(1_700_000_000 + 5 * seqno),
    start_lt: String(seqno * 1_000_000),
    end_lt: String(seqno * 1_000_000 + 4),
    validator_list_hash_short: -1_234_567,
    gen_catchain_seqno: 10,
    min_ref_mc_seqno: seqno - 4,
    prev_key_block_seqno: 1,
    vert_seqno: 1,
    master_ref_seqno: 0,
    rand_seed: hashOf(1),
    created_by: hashOf(2),
    tx_count: 3,
    masterchain_block_ref: { workchain: -1, shard: '8000000000000000', seqno },
    prev_blocks: [{ workchain: -1, shard: '8000000000000000', seqno: seqno - 1 }],
  };
}

export type AnswerBlock = ReturnType<typeof answerBlock>;

export interface MessageParts {
  source?: string | null;
  value?: string | null;
  bounce?: boolean | null;
  bounced?: boolean | null;
  opcode?: string | null;
  body?: string | null;
  decoded?: object;
}

function answerMessage(destination: string, parts: MessageParts) {
  const { source = `0:${'AB'.repeat(32)}`, value = '1000000000', bounce = false } = parts;
  const { bounced = false, opcode = null, body = null, decoded } = parts;
  return {
    hash: hashOf(77),
    source,
    destination,
    value,
    value_extra_currencies: {},
    fwd_fee: '266669',
    ihr_fee: '0',
    created_lt: '1999999',
    created_at: '1700000010',
    opcode,
    ihr_disabled: true,
    bounce,
    bounced,
    import_fee: null,
    message_content: { hash: hashOf(78), body, decoded: decoded ?? null },
    init_state: null,
  };
}

export interface TransactionParts {
  account: string;
  /** Its masterchain block. */
  seqno: number;
  /** The number that its hash tells, or the hash. */
  hash: number | string;
  lt: bigint;
  previous?: { hash: number | string; lt: bigint };
  message: MessageParts | null;
  aborted?: boolean;
  success?: boolean;
  bounceType?: string;
}

export function answerTransaction(parts: TransactionParts) {
  const { account, seqno, hash, lt, previous, message, aborted = false, bounceType } = parts;
  const { success = !aborted } = parts;
  return {
    account: account.toUpperCase(),
    hash: asHash(hash),
    lt: lt.toString(),
    now: 1_700_000_000 + 5 * seqno - 2,
    mc_block_seqno: seqno,
    trace_id: hashOf(79),
    prev_trans_hash: asHash(previous?.hash ?? 0),
    prev_trans_lt: (previous?.lt ?? 0n).toString(),
    orig_status: 'active',
    end_status: 'active',
    total_fees: '123456',
    total_fees_extra_currencies: {},
    description: {
      type: 'ord',
      aborted,
      destroyed: false,
      credit_first: false,
      storage_ph: { storage_fees_collected: '12', status_change: 'unchanged' },
      credit_ph: { credit: message?.value ?? '0' },
      compute_ph: success
        ? { skipped: false, success, gas_used: '309', mode: 0, exit_code: 0, vm_steps: 5 }
        : { skipped: true, reason: 'no_state' },
      ...(bounceType && { bounce: { type: bounceType } }),
    },
    block_ref: { workchain: 0, shard: '8000000000000000', seqno: seqno + 5_000_000 },
    in_msg: message && answerMessage(account.toUpperCase(), message),
    out_msgs: [],
    account_state_before: null,
    account_state_after: null,
    emulated: false,
    finality: 'finalized',
  };
}

export type AnswerTransaction = ReturnType<typeof answerTransaction>;

function asHash(hash: number | string): string {
  return typeof hash === 'number' ? hashOf(hash) : hash;
}

export function answerWallet(address: string, owner: string, jetton: string) {
  return {
    address: address.toUpperCase(),
    balance: '5000000',
    owner: owner.toUpperCase(),
    jetton: jetton.toUpperCase(),
    last_transaction_lt: '2000000',
    code_hash: hashOf(80),
    data_hash: hashOf(81),
  };
}

export type AnswerWallet = ReturnType<typeof answerWallet>;
