import type { Cell, Transaction } from '@ton/core';
import { answerTransaction, type MessageParts } from './documented-answers.ts';

/** Writes a transaction of @ton/sandbox as the API documents it. */
export function toDocumentedTransaction(transaction: Transaction, seqno: number) {
  const { description } = transaction;
  if (description.type !== 'generic') throw new Error('It is no transaction of a message');
  const { computePhase: compute, bouncePhase: bounce } = description;
  return answerTransaction({
    account: `0:${hexOf(transaction.address)}`,
    seqno,
    hash: transaction.hash().toString('base64'),
    lt: transaction.lt,
    previous: {
      hash: Buffer.from(hexOf(transaction.prevTransactionHash), 'hex').toString('base64'),
      lt: transaction.prevTransactionLt,
    },
    message: messageOf(transaction),
    aborted: description.aborted,
    success: compute.type === 'vm' && compute.success,
    ...(bounce && { bounceType: bounceTypes[bounce.type] }),
  });
}

const hexOf = (number: bigint) => number.toString(16).padStart(64, '0');

const bounceTypes = { ok: 'ok', 'no-funds': 'nofunds', 'negative-funds': 'negfunds' };

function messageOf({ inMessage: message }: Transaction): MessageParts | null {
  if (!message) return null;
  const body = { body: message.body.toBoc().toString('base64'), opcode: opcodeOf(message.body) };
  if (message.info.type !== 'internal') {
    return { ...body, source: null, value: null, bounce: null, bounced: null };
  }
  const { src, value, bounce, bounced } = message.info;
  const source = src.toRawString().toUpperCase();
  return { ...body, source, value: value.coins.toString(), bounce, bounced };
}

function opcodeOf(body: Cell): string | null {
  const slice = body.beginParse();
  if (slice.remainingBits < 32) return null;
  return `0x${slice.loadUint(32).toString(16).padStart(8, '0')}`;
}
