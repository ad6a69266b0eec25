// The response times of the method list on a cheap phone: from a key press in the search until the
// result is painted, and from a press on a tile until the form is painted. Measured with 20, 140
// and 1,000 methods and a CPU slowed four times, in turns with a bare page with as many buttons.
import type { Browser } from 'playwright-core';
import { bareList, kassaList, type MeasuredList, measureList } from './list/measure-list.ts';
import { describeMachine } from './measuring/machine.ts';
import { defineBenchmark, type Own } from './measuring/run-benchmark.ts';
import { median } from './measuring/statistics.ts';
import { findMissingBrowser, launchChromium } from './widget-load/launch-chromium.ts';
import { startStack } from './widget-load/start-stack.ts';
import type { Offer } from './widget-load/write-settings.ts';

interface Size {
  /** The visits that warm up the server and the browser's processes and aren't counted. */
  warmUpRuns: number;
  runs: number;
  offers: Offer[];
}

interface Measured {
  methodCount: number;
  kassa: MeasuredList[];
  bare: MeasuredList[];
}

const readings: Record<string, (list: MeasuredList) => number> = {
  'first key press in the search': ({ keysMs }) => keysMs[0] ?? Number.NaN,
  'slowest of the next key presses': ({ keysMs }) => Math.max(...keysMs.slice(1)),
  'tile to form': ({ formMs }) => formMs,
};

/** The short form has them all, as the longest list is made of methods that the others lack. */
const offers = [
  { country: 'de', currency: 'EUR', methodCount: 20 },
  { country: 'fr', currency: 'EUR', methodCount: 140 },
  { country: 'it', currency: 'EUR', methodCount: 1000 },
];

export default defineBenchmark<Size>({
  whole: { warmUpRuns: 1, runs: 7, offers },
  short: { warmUpRuns: 0, runs: 1, offers },
  findMissing: findMissingBrowser,
  measure,
});

async function measure(own: Own, { warmUpRuns, runs, offers }: Size): Promise<void> {
  const machine = describeMachine();
  const { pagesUrl, serverUrl } = await startStack(own, offers);
  const browser: Browser = await own(launchChromium, (started) => started.close());
  const measured = offers.map(
    ({ methodCount }): Measured => ({ methodCount, kassa: [], bare: [] }),
  );
  for (let run = -warmUpRuns; run < runs; run += 1) {
    for (const [index, { country }] of offers.entries()) {
      const kassa = await measureList(browser, kassaList(pagesUrl, serverUrl, country));
      const bare = await measureList(browser, bareList(pagesUrl, country));
      if (run < 0) continue;
      measured[index]?.kassa.push(kassa);
      measured[index]?.bare.push(bare);
    }
  }
  report(`${machine}, Chromium ${browser.version()}`, runs, measured);
}

function report(machine: string, runs: number, measured: Measured[]): void {
  console.log('\nList: from a press until its result is painted, 4× CPU slowdown');
  console.log(`  ${machine}`);
  console.log(`  medians of ${runs} visits in turns, with the slowest; ratio to the bare page`);
  for (const { methodCount, kassa, bare } of measured) {
    console.log(`  ${methodCount} methods`);
    for (const [name, read] of Object.entries(readings)) {
      const ours = kassa.map(read);
      const ratio = median(ours) / median(bare.map(read));
      const facts = `${median(ours).toFixed(0)} ms (${Math.max(...ours).toFixed(0)})`;
      console.log(`    ${name}: ${facts}; ratio ${ratio.toFixed(1)}`);
    }
  }
}
