import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readBrandSecret } from './brands.ts';
import { type BrandName, brandFolder, stack } from './stack.ts';

const readyWithinMs = 90_000;

/**
 * Starts the host pages of the additional brands, which end with this process. Waits until all are
 * ready.
 * @throws if one of them ended or took too long.
 */
export async function startHostPages(): Promise<void> {
  const names = Object.keys(stack.brandUrls) as BrandName[];
  await Promise.all(names.map((name) => waitUntilReady(name, start(name))));
}

function start(name: BrandName): ChildProcess {
  const url = stack.brandUrls[name];
  const logs = path.join(stack.dataFolder, 'logs');
  mkdirSync(logs, { recursive: true });
  const log = openSync(path.join(logs, `${name}.log`), 'a', 0o600);
  const demo = spawn(process.execPath, ['packages/demo/src/main.ts'], {
    cwd: stack.root,
    env: {
      ...process.env,
      DEMO_PORT: new URL(url).port,
      DEMO_URL: url,
      DEMO_ISSUER: name,
      DEMO_KASSA_SECRET: readBrandSecret(name),
      SERVER_URL: stack.serverUrl,
      OPERATOR_URL: stack.operatorUrl,
      SANDBOX_URL: stack.sandboxUrl,
      WIDGET_URL: `${stack.serverUrl}/${name}/`,
      KASSA_DATA: brandFolder(name),
    },
    stdio: ['ignore', log, log],
  });
  process.once('exit', () => demo.kill());
  return demo;
}

async function waitUntilReady(name: BrandName, demo: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && demo.exitCode === null) {
    const response = await fetch(`${stack.brandUrls[name]}/healthz`).catch(() => null);
    if (response?.ok) return;
    await delay(100);
  }
  throw new Error(`The host page of ${name} did not become ready; see its log.`);
}
