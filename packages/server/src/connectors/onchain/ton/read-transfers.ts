import { ChainError, type ChainTransfer } from '../../chain-rail.ts';
import { CellReader } from './cell-reader.ts';
import { type Cell, parseBoc } from './parse-boc.ts';
import { readComment, toStorableText } from './read-comment.ts';
import { type TonMessage, type TonTransaction, textCommentSchema } from './schemas.ts';

/** Operations of jettons (TEP-74), as the first 32 bits of a message. */
const internalTransfer = 0x178d4519n;
const transferNotification = 0x7362d09cn;
/** What a jetton's wallet returns of the coins that were sent along for fees. */
const excesses = 0xd53276dbn;

/** Reads a payment of the operator's address in the chain's own coin; null if it is none. */
export function readCoinTransfer(
  transaction: TonTransaction,
  target: string,
): ChainTransfer | null {
  const message = receivedMessage(transaction);
  if (!message?.value || message.source === null) return null;
  const body = bodyOf(message);
  const operation = body && operationOf(body);
  // The coins along with a jetton are for fees, and are no payment.
  if (operation === transferNotification || operation === excesses) return null;
  const { hash: txid } = transaction;
  const memo = commentOf(message, body);
  return { txid, index: 'in', target, memo, contract: null, units: message.value };
}

/** A jetton's arrival, and the jetton's wallet that told of it. */
export interface JettonNotification {
  wallet: string;
  units: bigint;
  memo: string | null;
}

/**
 * Reads what a jetton's wallet tells the operator's address (`transfer_notification`). Anybody can
 * send such a message: what it says counts only if its sender is a wallet of the operator's.
 */
export function readNotification(transaction: TonTransaction): JettonNotification | null {
  const message = receivedMessage(transaction);
  const body = message && bodyOf(message);
  if (!body || message.source === null || operationOf(body) !== transferNotification) return null;
  const reader = readerAfterOperation(body);
  const units = readOrNull(() => reader.readAmount());
  const memo = readOrNull(() => {
    reader.skipAddress();
    return readPayload(reader);
  });
  return units === null ? null : { wallet: message.source, units, memo };
}

/**
 * Reads a jetton's arrival from a transaction of the operator's own wallet of this jetton. Its code
 * takes an `internal_transfer` from the jetton's master and its other wallets only, and fails
 * otherwise. So a transaction that succeeded is the arrival itself; what the payer's wallet sent is
 * not.
 */
export function readJettonTransfer(
  transaction: TonTransaction,
  target: string,
  contract: string,
): ChainTransfer | null {
  const { description, hash: txid } = transaction;
  const hasSucceeded = description.aborted === false && description.compute_ph?.success === true;
  const message = hasSucceeded ? receivedMessage(transaction) : null;
  const body = message && bodyOf(message);
  if (!body || operationOf(body) !== internalTransfer) return null;
  const reader = readerAfterOperation(body);
  const units = readOrNull(() => reader.readAmount());
  if (units === null) throw new ChainError('malformed', 'the amount of a jetton is missing');
  const memo = readOrNull(() => {
    reader.skipAddress();
    reader.skipAddress();
    reader.readAmount();
    return readPayload(reader);
  });
  return units === 0n ? null : { txid, index: 'jetton', target, memo, contract, units };
}

/**
 * The message of a transaction, if its coins stayed: null for a message of one that returned, or was
 * returned. A contract that failed returns what may bounce; money that may not bounce stays, as at an
 * address whose wallet isn't deployed yet.
 */
function receivedMessage({ in_msg: message, description }: TonTransaction): TonMessage | null {
  if (!message || message.bounced === true) return null;
  const hasBounced = (description.bounce?.type ?? null) !== null;
  const hasFailed = description.aborted !== false || description.compute_ph?.success === false;
  return hasBounced || (hasFailed && message.bounce !== false) ? null : message;
}

/** Null if the message has no body. */
function bodyOf({ opcode, message_content: content }: TonMessage): Cell | null {
  const body = content?.body ?? null;
  if (body === null) {
    const isMissing = opcode !== null && !content?.decoded;
    if (isMissing) throw new ChainError('malformed', "a message's body is missing");
    return null;
  }
  const cell = parseBoc(body);
  if (!cell) throw new ChainError('malformed', "a message's body is no bag of cells");
  return cell;
}

function operationOf(body: Cell): bigint | null {
  const reader = new CellReader(body);
  return reader.bitsLeft < 32 || body.isExotic ? null : reader.readUint(32);
}

/** The comment as cells say it; only without them as the index decoded it. */
function commentOf(message: TonMessage, body: Cell | null): string | null {
  if (body) return readComment(new CellReader(body));
  const decoded = textCommentSchema.safeParse(message.message_content?.decoded).data;
  return decoded ? toStorableText(decoded.comment) : null;
}

/** The operation is followed by the number of the request (`query_id`). */
function readerAfterOperation(body: Cell): CellReader {
  const reader = new CellReader(body);
  reader.readUint(32);
  readOrNull(() => reader.readUint(64));
  return reader;
}

/** Reads the comment in `forward_payload:(Either Cell ^Cell)`, which some wallets leave out. */
function readPayload(reader: CellReader): string | null {
  if (reader.bitsLeft === 0) return null;
  if (reader.readUint(1) === 0n) return readComment(reader);
  const cell = reader.nextRef();
  return cell && readComment(new CellReader(cell));
}

/** What can't be read is null: messages may have any form. */
function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
