import { createHash } from 'node:crypto';
import { rewriteDocument } from './rewrite-document.ts';
import { rewritePicture } from './rewrite-picture.ts';
import type { ProofFault } from './rewritten.ts';

/** A file as it is stored: written anew, so that nothing of the player's bytes is left. */
export interface ReadProof {
  kind: 'read';
  type: 'image/jpeg' | 'application/pdf';
  content: Buffer;
  /** SHA-256 of the file as the player sent it, in hex. */
  digest: string;
}

export type ProofOutcome = ReadProof | { kind: 'refused'; fault: ProofFault };

/**
 * Reads a file that a player sends as a proof. Its type is found by its first bytes alone. Pictures
 * become JPEGs without metadata, documents are written anew; nothing else is accepted.
 */
export async function readProof(bytes: Buffer): Promise<ProofOutcome> {
  const type = resolveType(bytes);
  if (type === null) return { kind: 'refused', fault: 'type' };
  const rewritten = await inTurn(() =>
    type === 'document' ? rewriteDocument(bytes) : rewritePicture(bytes),
  );
  if ('fault' in rewritten) return { kind: 'refused', fault: rewritten.fault };
  return {
    kind: 'read',
    type: type === 'document' ? 'application/pdf' : 'image/jpeg',
    content: rewritten.content,
    digest: createHash('sha256').update(bytes).digest('hex'),
  };
}

const jpegHead = Buffer.from([0xff, 0xd8, 0xff]);
const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Finds a file's type by its first bytes. A file has nothing before them. */
function resolveType(bytes: Buffer): 'picture' | 'document' | null {
  const startsWith = (head: Buffer) => bytes.subarray(0, head.length).equals(head);
  const isWebp = startsWith(Buffer.from('RIFF')) && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (isWebp || startsWith(jpegHead) || startsWith(pngHead)) return 'picture';
  return startsWith(Buffer.from('%PDF-')) ? 'document' : null;
}

let last: Promise<unknown> = Promise.resolve();

/** Rewrites one file of this process at a time: a large one takes hundreds of megabytes. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
}
