import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { findWebKit } from '../../scripts/find-webkit.mjs';
import { stack } from '../stack/stack.ts';

const readyWithinMs = 60_000;

/** A program that WebKitWebDriver starts and drives. */
export interface WebKitProgram {
  /** The program's own name. */
  name: string;
  file: string;
  args: string[];
}

export interface RunningWebKit {
  driver: WebDriver;
  stop: () => Promise<void>;
}

/**
 * Starts a WebKitGTK program under WebDriver, on a virtual screen.
 * @throws if one of them does not become ready; nothing is left running.
 */
export async function startWebKit({ name, file, args }: WebKitProgram): Promise<RunningWebKit> {
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children.splice(0).reverse()) await end(child);
  };
  try {
    const screen = await startScreen(children);
    const url = await startDriver(children, screen);
    const driver = await new Builder()
      .usingServer(url)
      .withCapabilities(
        new Capabilities({ browserName: name, 'webkitgtk:browserOptions': { binary: file, args } }),
      )
      .build();
    return {
      driver,
      stop: async () => {
        await driver.quit().catch(() => {});
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The virtual screen chooses a free number itself, and reports it once it is ready. */
async function startScreen(children: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x2048x24', '-nolisten', 'tcp'];
  const screen = spawn(findWebKit().xvfb, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  children.push(screen);
  const number = await new Promise<string>((resolve, reject) => {
    screen.on('error', reject);
    screen.on('exit', () => reject(new Error('Xvfb ended at its start.')));
    screen.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  return `:${number}`;
}

async function startDriver(children: ChildProcess[], screen: string): Promise<string> {
  // Each of the test runner's workers has its own port.
  const port = stack.webDriverPort + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
  const driver = spawn(findWebKit().driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...process.env,
      DISPLAY: screen,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      // Containers have no user namespaces; the pages are our own.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      // The virtual screen has no graphics card.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
    stdio: 'ignore',
  });
  children.push(driver);
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && driver.exitCode === null) {
    const response = await fetch(`${url}/status`).catch(() => null);
    if (response?.ok) return url;
    await delay(20);
  }
  throw new Error('WebKitWebDriver did not become ready.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(timer);
}
