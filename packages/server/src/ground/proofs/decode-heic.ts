import { fileURLToPath } from 'node:url';
import { mostPixels } from './picture-limits.ts';
import { type ProcessLimits, readInProcess } from './read-in-process.ts';
import type { Refused } from './rewritten.ts';

const usualScript = fileURLToPath(new URL('heic-process.ts', import.meta.url));

const headBytes = 8;

const limits: ProcessLimits = {
  longestMs: 10_000,
  mostBytes: headBytes + mostPixels * 4,
  // The bounds of V8's heap in MB, and of the decoder's memory in pages of 64 KiB: 512 MiB.
  flags: ['--max-old-space-size=128', '--wasm-max-mem-pages=8192'],
};

type Decoded = { pixels: Buffer; width: number; height: number } | Refused;

/**
 * Decodes a HEIC picture to RGBA, which the build of sharp can't, in a process of its own.
 * @param settings what the process runs and its limits; tests give it other work
 * @throws CallError server.unavailable if the process doesn't start
 */
export async function decodeHeic(
  bytes: Buffer,
  { script = usualScript, ...rest }: { script?: string } & Partial<ProcessLimits> = {},
): Promise<Decoded> {
  const outcome = await readInProcess(script, bytes, { ...limits, ...rest });
  if ('fault' in outcome) return outcome;
  const { answer } = outcome;
  if (answer.length < headBytes) return { fault: 'damaged' };
  const [width, height] = [answer.readUInt32BE(0), answer.readUInt32BE(4)];
  const pixels = answer.subarray(headBytes);
  return pixels.length === width * height * 4 ? { pixels, width, height } : { fault: 'damaged' };
}
