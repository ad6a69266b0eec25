import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { type Rewritten, unavailable } from './rewritten.ts';

const usualScript = new URL('document-worker.ts', import.meta.url);
/** How long a document may be worked on. */
const longestMs = 5_000;
/** How long its thread may take to load its code: no fault of the document. */
const usualStartMs = 30_000;
/** The bound of the thread's V8 heap, which doesn't count what its streams inflate to. */
const mostMegabytes = 256;

const answerSchema = z.union([
  z.object({ content: z.instanceof(Uint8Array) }),
  z.object({ fault: z.enum(['damaged', 'encrypted', 'active', 'tooComplex']) }),
]);

/**
 * Reads a PDF document and writes its pages into a new one. Runs on a thread of its own, which is
 * stopped when it needs too much time or memory.
 * @throws CallError server.unavailable if the thread doesn't start
 */
export async function rewriteDocument(
  bytes: Buffer,
  {
    longestStartMs = usualStartMs,
    script = usualScript,
  }: {
    longestStartMs?: number;
    /** What the thread runs; tests give it other work. */
    script?: URL;
  } = {},
): Promise<Rewritten> {
  const worker = new Worker(script, {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    stdout: true,
    stderr: true,
  });
  let stopping: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Rewritten>((resolve, reject) => {
      let hasStarted = false;
      const stop = () =>
        hasStarted ? resolve({ fault: 'tooComplex', isStopped: true }) : reject(unavailable());
      stopping = setTimeout(stop, longestStartMs);
      worker.on('message', (message: unknown) => {
        if (message === 'started') {
          hasStarted = true;
          clearTimeout(stopping);
          stopping = setTimeout(stop, longestMs);
          return;
        }
        const answer = answerSchema.parse(message);
        resolve('fault' in answer ? answer : { content: Buffer.from(answer.content) });
      });
      worker.once('error', stop);
    });
  } finally {
    clearTimeout(stopping);
    await worker.terminate();
  }
}
