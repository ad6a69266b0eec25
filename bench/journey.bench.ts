// Unexpected layout shift in the widget's frame while a player deposits on a slow phone.
import type { Browser } from 'playwright-core';
import { createPlayer } from './journey/create-player.ts';
import { type PlayedStep, playJourney } from './journey/play-journey.ts';
import { describeMachine } from './measuring/machine.ts';
import { defineBenchmark, type Own } from './measuring/run-benchmark.ts';
import { findMissingBrowser, launchChromium } from './widget-load/launch-chromium.ts';
import { startStack } from './widget-load/start-stack.ts';

/** The highest sum of a whole journey. */
const limit = 0.02;
/** A step with at least this sum is reported. */
const reportedFrom = 0.001;

interface Size {
  runs: number;
  /** How long the player looks at the result of a step; late content arrives in this time. */
  lookMs: number;
}

export default defineBenchmark<Size>({
  whole: { runs: 3, lookMs: 1500 },
  short: { runs: 1, lookMs: 0 },
  findMissing: findMissingBrowser,
  measure,
});

async function measure(own: Own, { runs, lookMs }: Size): Promise<void> {
  const machine = describeMachine();
  const offer = { country: 'de', currency: 'EUR', methodCount: 20 };
  const { pagesUrl, serverUrl, demoUrl } = await startStack(own, [offer], 'shipped');
  const browser: Browser = await own(launchChromium, (started) => started.close());
  const journeys: PlayedStep[][] = [];
  for (let run = 0; run < runs; run += 1) {
    const player = await createPlayer(demoUrl, `bench-journey-${run}`);
    journeys.push(await playJourney(browser, { pagesUrl, serverUrl, ...player }, lookMs));
  }
  report(`${machine}, Chromium ${browser.version()}`, journeys);
}

function report(machine: string, journeys: PlayedStep[][]): void {
  console.log('\nJourney: layout shift in the frame, slow 4G, 4× CPU slowdown');
  console.log(`  ${machine}`);
  const unrequested = (steps: PlayedStep[]) => steps.filter(({ isRequested }) => !isRequested);
  const sums = journeys.map((steps) => sum(unrequested(steps)));
  const worst = Math.max(...sums);
  const comparison = worst < limit ? 'below' : 'OVER';
  const all = sums.map((value) => value.toFixed(4)).join(', ');
  console.log(
    `  ${journeys.length} journeys of ${journeys[0]?.length} steps: ${all}; the worst is ${comparison} the limit of ${limit}`,
  );
  for (const step of unrequested(journeys[sums.indexOf(worst)] ?? [])) {
    if (sum([step]) < reportedFrom) continue;
    console.log(`    ${step.name}: ${sum([step]).toFixed(4)}`);
    for (const { value, sources } of step.shifts) {
      if (value >= reportedFrom) console.log(`      ${sources.join('; ')}`);
    }
  }
  const asked = journeys.map((steps) => sum(steps.filter(({ isRequested }) => isRequested)));
  console.log(
    `  by searches, which the player requested: ${Math.max(...asked).toFixed(4)} at most`,
  );
}

function sum(steps: readonly PlayedStep[]): number {
  return steps.flatMap(({ shifts }) => shifts).reduce((total, { value }) => total + value, 0);
}
