import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface AnvilProcess {
  readonly port: number;
  /** Ends it; it writes its chain to the file before. */
  end(): Promise<void>;
}

export interface AnvilProcessOptions {
  chainId: number;
  /** 0 selects a free one. */
  port: number;
  /** The file of the chain; read if it exists. */
  stateFile: string;
}

/**
 * Starts the program of the npm package, without its wrapper, which a SIGKILL would leave behind.
 * It is not silent: its last line of the start names the port, so a free one is never taken twice.
 * @throws if it ends before it listens.
 */
export async function startAnvilProcess(options: AnvilProcessOptions): Promise<AnvilProcess> {
  const { chainId, port, stateFile } = options;
  const where = ['--host', '127.0.0.1', '--port', String(port)];
  const what = ['--chain-id', String(chainId), '--no-mining', '--state', stateFile];
  const child = spawn(findProgram(), [...where, ...what], { stdio: ['ignore', 'pipe', 'inherit'] });
  // Nothing that was started outlives its parent.
  const handleExit = () => child.kill('SIGKILL');
  process.once('exit', handleExit);
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve()).once('error', () => resolve());
  }).finally(() => process.off('exit', handleExit));
  return {
    port: await readPort(child.stdout),
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function findProgram(): string {
  const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const system = `@foundry-rs/anvil-${process.platform}-${architecture}`;
  const program = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  return createRequire(wrapper).resolve(`${system}/bin/${program}`);
}

/** Its output is read to the end: a full pipe would stop it. */
function readPort(output: Readable): Promise<number> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: output });
    lines.on('line', (line) => {
      const port = /^Listening on .*:(\d+)$/.exec(line)?.[1];
      if (port) resolve(Number(port));
    });
    lines.on('close', () => reject(new Error('Anvil ended before it listened')));
  });
}
