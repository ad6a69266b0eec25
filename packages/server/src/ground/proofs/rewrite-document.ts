import { fileURLToPath } from 'node:url';
import { mostProofBytes } from '@kassa/contract';
import { type ProcessLimits, readInProcess } from './read-in-process.ts';
import type { Rewritten } from './rewritten.ts';

const usualScript = fileURLToPath(new URL('document-process.ts', import.meta.url));

const limits: ProcessLimits = {
  longestMs: 5_000,
  mostBytes: mostProofBytes,
  // The bound of V8's heap in MB, which doesn't count what streams inflate to.
  flags: ['--max-old-space-size=256'],
};

/**
 * Reads a PDF document and writes its pages into a new one, in a process of its own.
 * @param settings what the process runs and its limits; tests give it other work
 * @throws CallError server.unavailable if the process doesn't start
 */
export async function rewriteDocument(
  bytes: Buffer,
  { script = usualScript, ...rest }: { script?: string } & Partial<ProcessLimits> = {},
): Promise<Rewritten> {
  const outcome = await readInProcess(script, bytes, { ...limits, ...rest });
  return 'fault' in outcome ? outcome : { content: outcome.answer };
}
