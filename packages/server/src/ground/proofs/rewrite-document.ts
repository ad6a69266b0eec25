import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { Rewritten } from './rewritten.ts';

/** How long a document may be worked on. */
const longestMs = 5_000;
/** How long its thread may take to load its code: no fault of the document. */
const longestStartMs = 30_000;
/** The bound of the thread's V8 heap, which doesn't count what its streams inflate to. */
const mostMegabytes = 256;

const answerSchema = z.union([
  z.object({ content: z.instanceof(Uint8Array) }),
  z.object({ fault: z.enum(['damaged', 'encrypted', 'active', 'tooComplex']) }),
]);

/**
 * Reads a PDF document and writes its pages into a new one. Runs on a thread of its own, which is
 * stopped when it needs too much time or memory.
 */
export async function rewriteDocument(bytes: Buffer): Promise<Rewritten> {
  const worker = new Worker(new URL('document-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    stdout: true,
    stderr: true,
  });
  let stopping: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Rewritten>((resolve) => {
      const stopIn = (ms: number) => {
        clearTimeout(stopping);
        stopping = setTimeout(() => resolve({ fault: 'tooComplex' }), ms);
      };
      stopIn(longestStartMs);
      worker.on('message', (message: unknown) => {
        if (message === 'started') return stopIn(longestMs);
        const answer = answerSchema.parse(message);
        resolve('fault' in answer ? answer : { content: Buffer.from(answer.content) });
      });
      worker.once('error', () => resolve({ fault: 'tooComplex' }));
    });
  } finally {
    clearTimeout(stopping);
    await worker.terminate();
  }
}
