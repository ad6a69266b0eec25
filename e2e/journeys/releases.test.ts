import { expect, test } from '@playwright/test';
import { type Cluster, startCluster } from '../../packages/server/src/testing/index.ts';
import { findCluster } from '../../scripts/find-cluster.mjs';
import { skipWithout } from '../../scripts/skip-without.ts';
import { ReleasedPage } from '../pages/released-page.ts';
import { buildNextRelease } from '../stack/build-next-release.ts';
import { WidgetLoad } from '../stack/load-widget-files.ts';

const { isSkipped, reason } = skipWithout(findCluster().missing);
test.skip(isSkipped);

type ClusterServer = Cluster['servers'][number];

/** The number of loads over HTTP, and of pages that go to every screen. */
const scale = process.env.KASSA_LONG ? { loads: 200, pages: 10 } : { loads: 10, pages: 1 };

test(`two releases behind a balancer without sticky sessions: no page loses a file during a rolling restart${reason}`, async ({
  browser,
}) => {
  test.setTimeout(1_200_000);
  const nextRelease = buildNextRelease();
  const cluster = await startCluster();
  const [one, two] = cluster.servers as [ClusterServer, ClusterServer];
  const restart = async ({ process, untilUsed }: ClusterServer) => {
    await process.stop();
    await process.start({ KASSA_WIDGET: nextRelease });
    await untilUsed();
  };
  const loads: WidgetLoad[] = [];
  const pages: ReleasedPage[] = [];
  /** Loads pages up to a share of all; their files are not requested yet. */
  const begin = async (share: number) => {
    while (loads.length < scale.loads * share) {
      loads.push(await WidgetLoad.begin(`${cluster.url}/kassa/`));
    }
    while (pages.length < scale.pages * share) {
      pages.push(await ReleasedPage.open(browser, cluster));
    }
  };
  const finish = async () => {
    for (const load of loads) await load.finish();
    for (const load of loads) expect(load.missing).toEqual([]);
  };
  try {
    await begin(0.4);
    await Promise.all([restart(one), finish()]);
    // One server has the next release now, the other one still the earlier release.
    await begin(1);
    await finish();
    expect(new Set(loads.map(({ page }) => page)).size).toBe(2);
    await Promise.all([restart(two), ...pages.map((page) => page.visitEveryScreen())]);
    // No server has the earlier release any more, but players have its pages.
    for (const page of pages) {
      const first = await page.readFirstScript();
      const { screens } = loads.find(({ statuses }) => statuses.has(first)) ?? { screens: [] };
      expect(screens.length).toBeGreaterThan(20);
      await page.importScripts(screens);
      await page.expectWhole();
    }
    await loads[0]?.again();
    await finish();
  } finally {
    await cluster.end();
  }
});
