import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallRpc, RpcAccess } from './core-rpc-client.ts';

/** A real node of a chain of its own (regtest), on this machine. */
export interface RegtestNode extends RpcAccess {
  rpc: CallRpc;
  /** Mines blocks to an address, by default one of the node's wallet. Returns their hashes. */
  mine: (count: number, address?: string) => Promise<string[]>;
  /** Pays from the wallet, in the coin: `1.5`. Returns the transaction's id. */
  send: (address: string, amount: string) => Promise<string>;
  /** A new address of the wallet. */
  newAddress: () => Promise<string>;
  /** Takes a block and all after it off the chain. */
  invalidate: (hash: string) => Promise<void>;
  /** Stops it, and removes its data unless the folder was the caller's. */
  stop: () => Promise<void>;
  /** Ends the process at once, as a crash does. Its data stays. */
  kill: () => Promise<void>;
  /** Starts it again after {@link kill}, with the same data and address. */
  restart: () => Promise<void>;
}

export interface RegtestOptions {
  /** Default: a temporary one, which is removed at the end. */
  dataFolder?: string;
  /** Of the RPC; default: a free one. */
  port?: number;
}

/** A program that can be killed and started again. */
export interface NodeProcess {
  start: () => Promise<void>;
  /** Asks it to stop, and waits until it has. */
  end: () => Promise<void>;
  kill: () => Promise<void>;
}

interface NodeProgram {
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** What is said if the command is missing. */
  missing: string;
  /** Rejects as long as the node isn't ready. */
  probe: () => Promise<unknown>;
}

const readyWithinMs = 60_000;

/** Describes a process; {@link NodeProcess.start} starts it and waits until it answers. */
export function nodeProcess(program: NodeProgram): NodeProcess {
  let running: { child: ChildProcess; exited: Promise<void> } | null = null;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    running?.child.kill(signal);
    await running?.exited;
    running = null;
  };
  // Nothing that was started outlives its parent.
  process.once('exit', () => running?.child.kill('SIGKILL'));
  return {
    start: async () => {
      const child = spawn(program.command, program.args, {
        env: { ...process.env, ...program.env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const output: string[] = [];
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
      }
      let failure: Error | null = null;
      child.once('error', (error: NodeJS.ErrnoException) => {
        failure = error.code === 'ENOENT' ? new Error(program.missing) : error;
      });
      const exited = new Promise<void>((resolve) => {
        child.once('close', () => resolve()).once('error', () => resolve());
      });
      running = { child, exited };
      const deadline = Date.now() + readyWithinMs;
      while (!(await answers(program.probe))) {
        if (failure) throw failure;
        if (child.exitCode !== null || Date.now() > deadline) {
          await end('SIGKILL');
          throw new Error(`${path.basename(program.command)} did not start: ${output.join('')}`);
        }
        await delay(20);
      }
    },
    end: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

async function answers(probe: () => Promise<unknown>): Promise<boolean> {
  return await probe().then(
    () => true,
    () => false,
  );
}

/** Where a node's data lies. */
export interface NodeFolder {
  path: string;
  /** Removes it if it is temporary. */
  remove: () => Promise<void>;
}

/** Uses the caller's folder, or makes a temporary one. */
export async function prepareFolder(name: string, dataFolder?: string): Promise<NodeFolder> {
  if (dataFolder !== undefined) return { path: dataFolder, remove: async () => {} };
  const folder = await mkdtemp(path.join(tmpdir(), `kassa-${name}-`));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A password for the RPC of a node that only this process uses. */
export function makeNodePassword(): string {
  return randomBytes(16).toString('hex');
}

/** Finds free ports on this machine's loopback: as many different ones as asked for. */
export async function findPorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  return await Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      server.close();
      await once(server, 'close');
      if (address === null || typeof address === 'string') throw new Error('Found no free port.');
      return address.port;
    }),
  );
}
