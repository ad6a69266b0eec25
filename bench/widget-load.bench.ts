// The load of the widget on a cheap phone: its bytes, and the time until the first payment method
// can be clicked, with a cold cache, slow 4G and a slowed CPU. Compared with Adyen's Drop-in with
// as many methods, and with a minimal page with the same methods. They take turns.
import { describeMachine } from './measuring/machine.ts';
import { runBenchmark } from './measuring/run-benchmark.ts';
import { median } from './measuring/statistics.ts';
import { kinds } from './widget-load/count-bytes.ts';
import { launchChromium } from './widget-load/launch-chromium.ts';
import { type Load, loadPage, type MeasuredPage } from './widget-load/load-page.ts';
import { type Stack, startStack } from './widget-load/start-stack.ts';
import { slowPhone, type Throttling, unthrottled } from './widget-load/throttling.ts';

const runs = 7;

const offer = { country: 'de', currency: 'EUR', methodCount: 20 };

/** The names of the measured pages. */
const kassa = { socket: 'Kassa over socket', http: 'Kassa over http' };
const [dropin, wholeDropin, bare] = ['Drop-in', 'Drop-in with all components', 'bare page'];

interface Measured {
  page: MeasuredPage;
  slow: Load[];
  fast: Load[];
}

await runBenchmark(async (own) => {
  const machine = describeMachine();
  const stack = await startStack(own, [offer]);
  const browser = await own(launchChromium, (started) => started.close());
  const measured = describePages(stack).map((page): Measured => ({ page, slow: [], fast: [] }));
  const loadAll = async (throttling: Throttling, keep: 'slow' | 'fast' | null) => {
    for (const each of measured) {
      const load = await loadPage(browser, each.page, throttling);
      if (keep !== null) each[keep].push(load);
    }
  };
  // The first loads warm up the server and the browser's processes and aren't counted.
  await loadAll(unthrottled, null);
  for (let run = 0; run < runs; run += 1) {
    await loadAll(slowPhone, 'slow');
    await loadAll(unthrottled, 'fast');
  }
  report(`${machine}, Chromium ${browser.version()}`, measured);
});

function describePages({ serverUrl, pagesUrl }: Stack): MeasuredPage[] {
  const describeKassa = (transport: keyof typeof kassa): MeasuredPage => ({
    name: kassa[transport],
    url: `${pagesUrl}/kassa-${transport}`,
    listOrigin: serverUrl,
    methodSelector: 'a[href*="method="], a[href*="group="]',
  });
  const describeOther = (name: string, path: string, methodSelector: string): MeasuredPage => ({
    name,
    url: `${pagesUrl}/${path}`,
    listOrigin: pagesUrl,
    methodSelector,
  });
  const dropinMethod = '.adyen-checkout__payment-method button';
  return [
    describeKassa('socket'),
    describeKassa('http'),
    describeOther(dropin, 'chosen-components', dropinMethod),
    describeOther(wholeDropin, 'all-components', dropinMethod),
    describeOther(bare, 'bare', 'button'),
  ];
}

function report(machine: string, measured: Measured[]): void {
  const slowOf = (name: string) => measured.find(({ page }) => page.name === name)?.slow ?? [];
  console.log(
    '\nWidget: from the start of the host page until a method can be clicked, cold cache',
  );
  console.log(`  ${machine}`);
  console.log(
    `  ${offer.methodCount} methods; medians of ${runs} loads in turns; ` +
      `slow is ${slowPhone.name}: 1.6 Mbit/s, 150 ms`,
  );
  for (const { page, slow } of measured) console.log(`  ${page.name}: ${describeBytes(slow)}`);
  for (const { page, slow, fast } of measured) {
    const facts = [`${seconds(usableMs(slow))} slow, ${seconds(usableMs(fast))} unthrottled`];
    const fullLoaded = slow.map((load) => load.fullLoadedMs ?? Number.NaN);
    if (isKassa(page)) {
      facts.push(
        `FullLoaded at ${seconds(median(fullLoaded))}`,
        `${seconds(median(slow.map((load) => load.fromFrameMs)))} of it from the frame's start`,
      );
    }
    console.log(`  ${page.name}: usable in ${facts.join('; ')}`);
  }
  for (const { page, slow } of measured.filter((each) => isKassa(each.page))) {
    console.log(`  ${page.name}: ${describePhases(slow)}`);
  }
  for (const { page, slow } of measured.filter((each) => isKassa(each.page))) {
    const ratios = [dropin, wholeDropin, bare].map(
      (other) => `${compare(slow, slowOf(other))} of ${other}`,
    );
    console.log(`  ratio  ${page.name}: ${ratios.join(', ')}`);
  }
}

function isKassa({ name }: MeasuredPage): boolean {
  return Object.values(kassa).includes(name);
}

/** Returns the median ratio of both pages' times in the same turn, with the extremes. */
function compare(ours: Load[], theirs: Load[]): string {
  const ratios = ours.map(({ usableMs }, run) => usableMs / (theirs[run]?.usableMs ?? Number.NaN));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
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

/** Describes the phases of a load in chronological order. */
function describePhases(loads: Load[]): string {
  const names = Object.keys(loads[0]?.phases ?? {});
  const medians = names.map((name) => ({
    name,
    ms: median(loads.map(({ phases }) => phases?.[name] ?? Number.NaN)),
  }));
  return medians
    .sort((left, right) => left.ms - right.ms)
    .map(({ name, ms }) => `${name} ${(ms / 1000).toFixed(2)}`)
    .join(' → ');
}

function usableMs(loads: Load[]): number {
  return median(loads.map((load) => load.usableMs));
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
