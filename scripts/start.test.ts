import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

/** Runs a start to its end. */
async function start(environment: NodeJS.ProcessEnv) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kassa-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'start.ts')], {
    env: { ...process.env, KASSA_DATA: folder, ...environment },
  });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { status, output, errors };
}

test('a start beside another program names the port, and starts nothing', async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
  const address = other.address();
  const port = String(typeof address === 'object' ? address?.port : address);
  const { status, output, errors } = await start({ SANDBOX_PORT: port });
  expect({ status, output }).toEqual({ status: 1, output: '' });
  expect(errors).toContain(
    `Port ${port} is used by another program: stop it, or set SANDBOX_PORT.\n`,
  );
});

test('a start on a port that browsers refuse says so, and starts nothing', async () => {
  const { status, output, errors } = await start({ DEMO_PORT: '6000' });
  expect({ status, output }).toEqual({ status: 1, output: '' });
  expect(errors).toContain('DEMO_PORT=6000 is a port that browsers refuse');
});

test('a start with an unknown mining of chains says so, and starts nothing', async () => {
  const { status, output, errors } = await start({ CHAINS_MINING: 'off' });
  expect({ status, output }).toEqual({ status: 1, output: '' });
  expect(errors).toContain('CHAINS_MINING=off must be "automatic" or "manual"');
});

test('a start with unknown chains says so, and starts nothing', async () => {
  const { status, output, errors } = await start({ CHAINS: 'live' });
  expect({ status, output }).toEqual({ status: 1, output: '' });
  expect(errors).toContain('CHAINS=live must be "simulated" or "real"');
});
