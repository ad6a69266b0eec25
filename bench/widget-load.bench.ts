// What a player on a cheap phone waits for: the widget's bytes, and the time until its list can be used,
// with a cold cache on slow 4G and a slowed CPU, beside the least page that shows the same methods.
import { chromium } from 'playwright-core';
import { findChromium } from '../scripts/find-chromium.mjs';
import { describeMachine } from './measuring/machine.ts';
import { runBenchmark } from './measuring/run-benchmark.ts';
import { median } from './measuring/statistics.ts';
import { kinds } from './widget-load/count-bytes.ts';
import { type Load, loadPage, type MeasuredPage } from './widget-load/load-page.ts';
import { type Stack, startStack } from './widget-load/start-stack.ts';
import { slowPhone, type Throttling, unthrottled } from './widget-load/throttling.ts';

const runs = 5;

interface Measured {
  page: MeasuredPage;
  slow: Load[];
  fast: Load[];
}

await runBenchmark(async (own) => {
  const machine = describeMachine();
  const stack = await startStack(own);
  const browser = await own(launchChromium, (started) => started.close());
  const measured = describePages(stack).map((page): Measured => ({ page, slow: [], fast: [] }));
  const loadAll = async (throttling: Throttling, keep: 'slow' | 'fast' | null) => {
    for (const each of measured) {
      const load = await loadPage(browser, each.page, throttling);
      if (keep !== null) each[keep].push(load);
    }
  };
  // The first loads warm up the server and the browser's own processes, and count for nothing.
  await loadAll(unthrottled, null);
  for (let run = 0; run < runs; run += 1) {
    await loadAll(slowPhone, 'slow');
    await loadAll(unthrottled, 'fast');
  }
  report(`${machine}, Chromium ${browser.version()}`, measured);
});

function launchChromium() {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no Chromium: run "npm test" once.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      // The host page and the widget's frame in one process: one throttled session holds for both.
      '--disable-features=IsolateOrigins,site-per-process',
    ],
    // Ctrl-C is for the benchmark, which closes the browser itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

function describePages({ demoUrl, serverUrl, bareUrl }: Stack): MeasuredPage[] {
  const widget = (transport: string): MeasuredPage => ({
    name: `widget over ${transport}`,
    url: `${demoUrl}/?transport=${transport}&country=de&currency=EUR&locale=en&theme=light`,
    listOrigin: serverUrl,
    methodSelector: 'a[href*="method="], a[href*="group="]',
  });
  return [
    widget('socket'),
    widget('http'),
    { name: 'bare page', url: `${bareUrl}/`, listOrigin: bareUrl, methodSelector: 'button' },
  ];
}

function report(machine: string, measured: Measured[]): void {
  console.log('\nWidget: cold cache until the list of methods can be used');
  console.log(`  ${machine}`);
  console.log(`  medians of ${runs} loads; slow is ${slowPhone.name}: 1.6 Mbit/s, 150 ms`);
  for (const { page, slow } of measured) console.log(`  ${page.name}: ${describeBytes(slow)}`);
  const bare = measured.find(({ page }) => page.name === 'bare page');
  for (const { page, slow, fast } of measured) {
    const [slowMs, fastMs] = [usableMs(slow), usableMs(fast)];
    const facts = [
      `usable in ${seconds(slowMs)} slow, ${seconds(fastMs)} unthrottled (×${ratio(slowMs, fastMs)})`,
    ];
    if (bare !== undefined && page !== bare.page) {
      facts.push(
        `×${ratio(slowMs, usableMs(bare.slow))} of the bare page`,
        `FullLoaded at ${seconds(median(slow.map((load) => load.fullLoadedMs ?? Number.NaN)))}`,
        `with the host page ${seconds(median(slow.map((load) => load.fromPageMs)))}`,
      );
    }
    console.log(`  ${page.name}: ${facts.join('; ')}`);
  }
}

function describeBytes(loads: Load[]): string {
  const sizes = kinds.map((kind) => ({
    kind,
    bytes: median(loads.map(({ traffic }) => traffic.bytes[kind])),
  }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const parts = sizes.filter(({ bytes }) => bytes > 0);
  const requestCount = median(loads.map(({ traffic }) => traffic.requestCount));
  return (
    `${kilobytes(total)} in ${requestCount} requests: ` +
    parts.map(({ kind, bytes }) => `${kind} ${kilobytes(bytes)}`).join(', ')
  );
}

function usableMs(loads: Load[]): number {
  return median(loads.map((load) => load.usableMs));
}

function ratio(left: number, right: number): string {
  return (left / right).toFixed(1);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
