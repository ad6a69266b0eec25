import { ChainError, type ChainTransfer } from '../../chain-rail.ts';
import { encodeBase58Check } from '../derive/base58-check.ts';
import {
  type TronBlock,
  type TronInfo,
  type TronLog,
  type TronTransaction,
  transferContractSchema,
} from './schemas.ts';

/** The payments of a block in TRX that were carried out (`TransferContract`, in sun). */
export function readCoinTransfers({ transactions }: TronBlock): ChainTransfer[] {
  return transactions.flatMap((transaction) => {
    const hasMoved = transaction.ret[0]?.contractRet === 'SUCCESS';
    return hasMoved ? readTransferContract(transaction) : [];
  });
}

/** A transaction has one contract. */
function readTransferContract({ txID, raw_data }: TronTransaction): ChainTransfer[] {
  const [contract, another] = raw_data.contract;
  if (another) throw new ChainError('malformed', 'a transaction has several contracts');
  if (contract?.type !== 'TransferContract') return [];
  const { data } = transferContractSchema.safeParse(contract.parameter.value);
  if (!data) throw new ChainError('malformed', "a payment's contract can't be read");
  const { amount: units, to_address, owner_address } = data;
  const target = toAddress(to_address);
  const sender = owner_address === undefined ? {} : { sender: toAddress(owner_address) };
  return units === 0n
    ? []
    : [{ txid: txID, index: 'tx', target, memo: null, contract: null, units, ...sender }];
}

/** Whether the block ran a contract, which alone writes logs. */
export function hasContractCall({ transactions }: TronBlock): boolean {
  return transactions.some(({ raw_data }) =>
    raw_data.contract.some(({ type }) => contractCalls.has(type)),
  );
}

const contractCalls = new Set(['TriggerSmartContract', 'CreateSmartContract']);

/** The first topic of `Transfer(address,address,uint256)`. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * The payments of a block in TRC-20 tokens, of whatever contract. Logs of a failed transaction count
 * for nothing. The index counts all logs of transfers of the transaction, also those of no payment.
 */
export function readTokenTransfers(infos: readonly TronInfo[]): ChainTransfer[] {
  return infos
    .filter(hasSucceeded)
    .flatMap(({ id, log }) =>
      log
        .filter(({ topics }) => topics[0] === transferTopic)
        .flatMap((transfer, ordinal) => readTokenTransfer(transfer, id, `t${ordinal}`)),
    );
}

/** A plain transaction has no result of a contract; failures always have one. */
function hasSucceeded({ result = 'SUCCESS', receipt }: TronInfo): boolean {
  const outcome = receipt.result ?? 'SUCCESS';
  return result === 'SUCCESS' && outcome === 'SUCCESS';
}

/** None: it is no payment, or of another kind of token (TRC-721 has the number as a fourth topic). */
function readTokenTransfer(log: TronLog, txid: string, index: string): ChainTransfer[] {
  const [, payer = '', recipient, number] = log.topics;
  if (!recipient?.startsWith(padding) || number || log.data.length !== 64) return [];
  const units = BigInt(`0x${log.data}`);
  const target = toAddress(`41${recipient.slice(padding.length)}`);
  const contract = toAddress(`41${log.address}`);
  const sender = toAddress(`41${payer.slice(padding.length)}`);
  return units === 0n ? [] : [{ txid, index, target, memo: null, contract, units, sender }];
}

const padding = '0'.repeat(24);

/** @param hex - 21 bytes, of which the first is 41 */
function toAddress(hex: string): string {
  return encodeBase58Check(Buffer.from(hex, 'hex'));
}
