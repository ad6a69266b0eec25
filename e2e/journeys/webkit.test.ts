import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { findWebKit, webKitPackages } from '../../scripts/find-webkit.mjs';
import { skipWithout } from '../../scripts/skip-without.ts';
import { WidgetMessages } from '../pages/widget-messages.ts';
import { loadWords } from '../pages/words.ts';
import { fetchToken } from '../stack/player-token.ts';
import { stack } from '../stack/stack.ts';
import { Screen } from '../webkit/screen.ts';
import { type RunningWebKit, startWebKit } from '../webkit/start-webkit.ts';

const words = loadWords('en');
const { missing, miniBrowser } = findWebKit();
const { isSkipped, reason } = skipWithout(missing);
test.skip(isSkipped);

test.beforeAll(() => {
  // Only in CI: elsewhere the tests are skipped above.
  if (missing.length > 0)
    throw new Error(`WebKitGTK is in the packages ${webKitPackages.join(', ')}.`);
});

let webKit: RunningWebKit | null = null;

test.afterEach(async () => {
  if (webKit === null) return;
  const info = test.info();
  if (info.status !== info.expectedStatus) {
    const picture = await webKit.driver.takeScreenshot();
    await writeFile(info.outputPath('screen.png'), picture, 'base64');
  }
  await webKit.stop();
  webKit = null;
});

test(`WebKitGTK MiniBrowser: a deposit in a frame of another site${reason}`, async () => {
  webKit = await startWebKit({ name: 'MiniBrowser', file: miniBrowser, args: ['--automation'] });
  const { driver } = webKit;
  const screen = new Screen(driver);
  // The window shows the whole frame, because the driver doesn't scroll the page around it.
  await driver.manage().window().setRect({ width: 1024, height: 1800 });
  await driver.get(`${stack.demoUrl}/?player=e2e-${crypto.randomUUID()}&locale=en`);
  await screen.enterFrame('Cashier');

  await screen.press('link', /Bank card/);
  await screen.type(words('form.amountInput.label'), '50');
  const back = await screen.followToWindow(() => screen.press('button', words('deposit.submit')));
  await screen.press('button', /^Approve/);
  await back();
  await screen.enterFrame('Cashier');
  await screen.find('heading', words('complete.processed.title'));

  await driver.switchTo().defaultContent();
  await screen.find('status', /€50,00$/);
});

test(`a native app around WebKitGTK, with messageHandlers: a deposit, reported to the app${reason}`, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kassa-app-'));
  try {
    const hostData = { token: await fetchToken(`e2e-${crypto.randomUUID()}`), locale: 'en' };
    await writeFile(path.join(folder, 'host-data.json'), JSON.stringify(hostData));
    const file = path.join(stack.root, 'e2e/webkit/web-view-app.js');
    webKit = await startWebKit({ name: 'web-view-app', file, args: [folder] });
    const { driver } = webKit;
    const screen = new Screen(driver);
    await driver.get(`${stack.serverUrl}/kassa/`);

    await screen.find('link', /Bank card/);
    expect(await driver.findElement({ css: 'html' }).getAttribute('data-theme')).toBe('dark');
    await expect.poll(async () => (await readMessages(folder)).types).toContain('FullLoaded');
    expect((await readMessages(folder)).types.slice(0, 2)).toEqual(['Loaded', 'onInit']);

    await screen.press('link', /Bank card/);
    await screen.type(words('form.amountInput.label'), '50');
    const back = await screen.followToWindow(() => screen.press('button', words('deposit.submit')));
    await screen.press('button', /^Approve/);
    await back();
    await screen.find('heading', words('complete.processed.title'));
    const lastStatus = async () => (await readMessages(folder)).payloads('depositStatus').at(-1);
    await expect.poll(lastStatus).toMatchObject({ status: 'processed' });

    await screen.press('button', words('receipt.title'));
    await screen.press('button', words('reference.copy'));
    const copied = async () => (await readMessages(folder)).payloads('onCopyToBuffer');
    await expect.poll(copied).toEqual([{ text: expect.any(String) }]);
    await driver.executeScript(
      "window.postMessage(JSON.stringify({ messageType: 'close' }), location.origin)",
    );
    await expect.poll(async () => (await readMessages(folder)).types).toContain('onClose');
  } finally {
    await rm(folder, { recursive: true });
  }
});

/**
 * Returns the app's messages so far. It writes one message per line and may be writing the last
 * one.
 */
async function readMessages(folder: string): Promise<WidgetMessages> {
  const text = await readFile(path.join(folder, 'messages.jsonl'), 'utf8').catch(() => '');
  const lines = text.split('\n').slice(0, -1);
  return new WidgetMessages(lines.map((line) => JSON.parse(line)));
}
