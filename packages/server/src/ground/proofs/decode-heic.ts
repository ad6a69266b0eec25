import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { mostPixels } from './picture-limits.ts';
import { type Refused, unavailable } from './rewritten.ts';

/** How long a picture may be worked on. */
const usualMs = 10_000;
const usualScript = fileURLToPath(new URL('heic-process.ts', import.meta.url));
/** How long the process may take to load its code: no fault of the picture. */
const usualStartMs = 30_000;

/** The bounds of V8's heap in MB, and of the decoder's memory in pages of 64 KiB: 512 MiB. */
const limits = ['--max-old-space-size=128', '--wasm-max-mem-pages=8192'];
const headBytes = 9;

type Decoded = { pixels: Buffer; width: number; height: number } | Refused;

/**
 * Decodes a HEIC picture to RGBA, which the build of sharp can't. Runs in a process of its own,
 * which has no environment, bounded memory, and is killed when it needs too much time.
 * @throws CallError server.unavailable if the process doesn't start
 */
export async function decodeHeic(
  bytes: Buffer,
  {
    longestMs = usualMs,
    longestStartMs = usualStartMs,
    script = usualScript,
  }: {
    longestMs?: number;
    longestStartMs?: number;
    /** What the process runs; tests give it other work. */
    script?: string;
  } = {},
): Promise<Decoded> {
  const child = start(script);
  const kill = () => child.kill('SIGKILL');
  let stopping = setTimeout(kill, longestStartMs);
  const chunks: Buffer[] = [];
  let received = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    if (received === 0) {
      clearTimeout(stopping);
      stopping = setTimeout(kill, longestMs);
    }
    chunks.push(chunk);
    received += chunk.length;
    if (received > headBytes + mostPixels * 4) kill();
  });
  // A process that ends early doesn't read the file to its end.
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  // Null where a signal has ended it.
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  clearTimeout(stopping);
  // What has not begun has not looked at the file.
  if (received === 0) throw unavailable();
  if (code === null) return { fault: 'tooComplex', isStopped: true };
  if (code === 2) return { fault: 'tooComplex' };
  if (code !== 0 || received < headBytes) return { fault: 'damaged' };
  const answer = Buffer.concat(chunks, received);
  const [width, height] = [answer.readUInt32BE(1), answer.readUInt32BE(5)];
  const pixels = answer.subarray(headBytes);
  return pixels.length === width * height * 4 ? { pixels, width, height } : { fault: 'damaged' };
}

function start(script: string) {
  try {
    return spawn(process.execPath, [...limits, script], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  } catch {
    throw unavailable();
  }
}
