// The load of the widget on a cheap phone: its bytes, and the time until the first payment method
// can be clicked, with a cold cache, slow 4G and a slowed CPU. Compared with Adyen's Drop-in with
// as many methods, and with a minimal page with the same methods. They take turns.
import { describeMachine } from './measuring/machine.ts';
import { defineBenchmark, type Own } from './measuring/run-benchmark.ts';
import { median } from './measuring/statistics.ts';
import { kinds } from './widget-load/count-bytes.ts';
import { findMissingBrowser, launchChromium } from './widget-load/launch-chromium.ts';
import { type Load, loadPage, type MeasuredPage, pressAtOnce } from './widget-load/load-page.ts';
import { type Stack, startStack } from './widget-load/start-stack.ts';
import { slowPhone, type Throttling, unthrottled } from './widget-load/throttling.ts';

const offer = { country: 'de', currency: 'EUR', methodCount: 20 };

/** The names of the measured pages. */
const kassa = { socket: 'Kassa over socket', http: 'Kassa over http' };
const [dropin, wholeDropin, bare] = ['Drop-in', 'Drop-in with all components', 'bare page'];

interface Size {
  /** The loads that warm up the server and the browser's processes and aren't counted. */
  warmUpRuns: number;
  runs: number;
}

interface Measured {
  page: MeasuredPage;
  slow: Load[];
  fast: Load[];
  /** From the start until the first field of a form that was asked for at once, on a slow phone. */
  fieldMs: number[];
}

export default defineBenchmark<Size>({
  whole: { warmUpRuns: 1, runs: 7 },
  short: { warmUpRuns: 0, runs: 1 },
  findMissing: findMissingBrowser,
  measure,
});

async function measure(own: Own, { warmUpRuns, runs }: Size): Promise<void> {
  const machine = describeMachine();
  const stack = await startStack(own, [offer]);
  const browser = await own(launchChromium, (started) => started.close());
  const measured = describePages(stack).map(
    (page): Measured => ({
      page,
      slow: [],
      fast: [],
      fieldMs: [],
    }),
  );
  const loadAll = async (throttling: Throttling, keep: 'slow' | 'fast' | null) => {
    for (const each of measured) {
      const load = await loadPage(browser, each.page, throttling);
      if (keep !== null) each[keep].push(load);
    }
  };
  for (let run = 0; run < warmUpRuns; run += 1) await loadAll(unthrottled, null);
  for (let run = 0; run < runs; run += 1) {
    await loadAll(slowPhone, 'slow');
    await loadAll(unthrottled, 'fast');
    for (const { page, fieldMs } of measured) {
      fieldMs.push(await pressAtOnce(browser, page, slowPhone));
    }
  }
  report(`${machine}, Chromium ${browser.version()}`, runs, measured);
}

function describePages({ serverUrl, pagesUrl }: Stack): MeasuredPage[] {
  const describeKassa = (transport: keyof typeof kassa): MeasuredPage => ({
    name: kassa[transport],
    url: `${pagesUrl}/kassa-${transport}`,
    listOrigin: serverUrl,
    methodSelector: 'a[href*="method="]',
    fieldSelector: 'form input:not([type="search"])',
  });
  const describeOther = (
    name: string,
    path: string,
    selectors: Pick<MeasuredPage, 'methodSelector' | 'fieldSelector'>,
  ): MeasuredPage => ({ name, url: `${pagesUrl}/${path}`, listOrigin: pagesUrl, ...selectors });
  const ofDropin = {
    methodSelector: '.adyen-checkout__payment-method button',
    // The frame with the card's number, which counts although Adyen's own page in it never comes.
    fieldSelector: '.adyen-checkout__card__cardNumber__input',
  };
  const ofBare = { methodSelector: 'button', fieldSelector: 'form input' };
  return [
    describeKassa('socket'),
    describeKassa('http'),
    describeOther(dropin, 'chosen-components', ofDropin),
    describeOther(wholeDropin, 'all-components', ofDropin),
    describeOther(bare, 'bare', ofBare),
  ];
}

function report(machine: string, runs: number, measured: Measured[]): void {
  const of = (name: string) => measured.find(({ page }) => page.name === name);
  const usableOf = (name: string) => of(name)?.slow.map(({ usableMs }) => usableMs) ?? [];
  console.log(
    '\nWidget: from the start of the host page until a method can be clicked, cold cache',
  );
  console.log(`  ${machine}`);
  console.log(
    `  ${offer.methodCount} methods; medians of ${runs} loads in turns; ` +
      `slow is ${slowPhone.name}: 1.6 Mbit/s, 150 ms`,
  );
  for (const { page, slow } of measured) console.log(`  ${page.name}: ${describeBytes(slow)}`);
  for (const { page, slow, fast, fieldMs } of measured) {
    const facts = [
      `${seconds(usableMs(slow))} slow, ${seconds(usableMs(fast))} unthrottled`,
      `pressed at once, its first field in ${seconds(median(fieldMs))}`,
      describeSmoothness(slow),
    ];
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
  for (const { page, fieldMs } of measured.filter((each) => isKassa(each.page))) {
    const others = [dropin, wholeDropin, bare];
    const usable = others.map(
      (other) => `${compare(usableOf(page.name), usableOf(other))} of ${other}`,
    );
    const field = others.map(
      (other) => `${compare(fieldMs, of(other)?.fieldMs ?? [])} of ${other}`,
    );
    console.log(`  ratio  ${page.name}, usable: ${usable.join(', ')}`);
    console.log(`  ratio  ${page.name}, pressed at once: ${field.join(', ')}`);
  }
}

function describeSmoothness(loads: Load[]): string {
  const count = median(loads.map(({ longTasksMs }) => longTasksMs.length));
  const longest = median(loads.map(({ longTasksMs }) => Math.max(0, ...longTasksMs)));
  const shift = median(loads.map(({ layoutShift }) => layoutShift));
  return `${count} long tasks, the longest of ${longest.toFixed(0)} ms; layout shift ${shift.toFixed(3)}`;
}

function isKassa({ name }: MeasuredPage): boolean {
  return Object.values(kassa).includes(name);
}

/** Returns the median ratio of both pages' times in the same turn, with the extremes. */
function compare(ours: number[], theirs: number[]): string {
  const ratios = ours.map((ms, run) => ms / (theirs[run] ?? Number.NaN));
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
