import { createHash } from 'node:crypto';
import { readProofType } from '@kassa/contract';
import { rewriteDocument } from './rewrite-document.ts';
import { rewritePicture } from './rewrite-picture.ts';
import type { Refused } from './rewritten.ts';

/** A file as it is stored: written anew, so that nothing of the player's bytes is left. */
export interface ReadProof {
  kind: 'read';
  type: 'image/jpeg' | 'application/pdf';
  content: Buffer;
  /** SHA-256 of the file as the player sent it, in hex. */
  digest: string;
}

export type ProofOutcome = ReadProof | ({ kind: 'refused' } & Refused);

/**
 * Reads a file that a player sends as a proof. Its type is found by its first bytes alone. Pictures
 * become JPEGs without metadata, documents are written anew; nothing else is accepted.
 * @throws CallError server.unavailable if what reads it can't be started
 */
export async function readProof(bytes: Buffer): Promise<ProofOutcome> {
  const found = readProofType(bytes);
  if (found === null) return { kind: 'refused', fault: 'type' };
  const isDocument = found.type === 'application/pdf';
  const rewritten = await inTurn(() =>
    isDocument
      ? rewriteDocument(bytes.subarray(found.start))
      : rewritePicture(bytes, { isHeic: found.type === 'image/heic' }),
  );
  if ('fault' in rewritten) return { kind: 'refused', ...rewritten };
  return {
    kind: 'read',
    type: isDocument ? 'application/pdf' : 'image/jpeg',
    content: rewritten.content,
    digest: createHash('sha256').update(bytes).digest('hex'),
  };
}

let last: Promise<unknown> = Promise.resolve();

/** Rewrites one file of this process at a time: a large one takes hundreds of megabytes. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
}
