import { expect, type Page, test } from '@playwright/test';
import { openStories } from './pages/open-stories.ts';

/** Pages that differ in one thing: axe knows the first one when it sees the second, faulty one. */
const pairs: { rule: string; good: string; bad: string }[] = [
  pair('button-name', '<button>%</button>', 'Pay', ''),
  pair('button-name', '<button><span style="%">Pay</span></button>', '', 'display: none'),
  pair('button-name', '<button aria-label="%"></button>', 'Pay', ' '),
  pair('button-name', '<span id="a">Pay</span><button aria-labelledby="%"></button>', 'a', 'b'),
  pair('image-alt', '<img src="x" %>', 'alt="A"', ''),
  pair('image-redundant-alt', '<button>Pay<img src="x" alt="%"></button>', 'now', 'Pay'),
  pair('label', '<label for="%">Name</label><input id="a">', 'a', 'b'),
  pair('label-content-name-mismatch', '<button aria-label="Pay now">%</button>', 'Pay', 'Buy'),
  pair('landmark-unique', '<nav aria-label="A"></nav><nav aria-label="%"></nav>', 'B', 'A'),
  pair('list', '<ul>%</ul>', '<li>A</li>', '<p>A</p>'),
  pair('heading-order', '<%>B</%>', 'h2', 'h3'),
  pair('tabindex', '<button tabindex="%">Pay</button>', '0', '1'),
  pair('aria-allowed-attr', '<button %>Pay</button>', 'aria-pressed="true"', 'aria-checked="true"'),
  pair(
    'aria-required-attr',
    '<div role="slider" aria-label="A" %>A</div>',
    'aria-valuenow="1"',
    '',
  ),
  pair('autocomplete-valid', '<input aria-label="A" autocomplete="%">', 'cc-name', 'card'),
  pair('avoid-inline-spacing', '<p style="letter-spacing: 0 %">Pay</p>', '', '!important'),
  pair('valid-lang', '<p lang="%">Pay</p>', 'hi', 'xx'),
  pair(
    'scrollable-region-focusable',
    '<div style="overflow: auto; inline-size: 60px; block-size: 60px">%</div>',
    'A',
    'A '.repeat(200),
  ),
  pair('color-contrast', '<p style="color: %">Pay</p>', '#595959', '#959595'),
  pair('color-contrast', '<p style="color: #808080; font-size: %">Pay</p>', '32px', '16px'),
  pair('color-contrast', '<div style="background: %"><p>Pay</p></div>', '#fff', '#333'),
  pair('color-contrast', '<div style="opacity: %"><p>Pay</p></div>', '1', '0.5'),
  pair('color-contrast', '<input aria-label="A" value="A" style="color: %">', '#595959', '#959595'),
  pair('color-contrast', '<button style="color: #959595" %>Pay</button>', 'disabled', ''),
  pair(
    'color-contrast',
    '<div style="position: absolute; inset: 0; background: %"></div><p style="position: relative">Pay</p>',
    '#fff',
    '#333',
  ),
  pair(
    'link-in-text-block',
    '<p>Pay at once, or read <a href="x" style="%">this</a></p>',
    'color: #000',
    'color: #111; text-decoration: none',
  ),
];

function pair(rule: string, markup: string, good: string, bad: string) {
  return { rule, good: markup.replaceAll('%', good), bad: markup.replaceAll('%', bad) };
}

test('a fault is found on a page that is like a known one but for the fault', async ({
  browser,
}) => {
  const viewer = await openStories(browser);
  await viewer.show('ui-tooltip--held', 'theme:light;locale:en');
  for (const { rule, good, bad } of pairs) {
    await fill(viewer.page, good);
    expect.soft(await viewer.findProblems(), good).toEqual([]);
    await fill(viewer.page, bad);
    const found = await viewer.findProblems();
    expect
      .soft(
        found.map((it) => it.split(':')[0]),
        bad,
      )
      .toEqual([rule]);
  }
  await viewer.page.close();
});

test('the language of a page is checked though the rest of it is known', async ({ browser }) => {
  const viewer = await openStories(browser);
  await viewer.show('ui-tooltip--held', 'theme:light;locale:en');
  expect(await viewer.findProblems()).toEqual([]);
  await viewer.show('ui-tooltip--held', 'theme:light;locale:ar');
  await viewer.page.evaluate(() => document.documentElement.setAttribute('lang', 'xx'));
  expect(await viewer.findProblemsOfLanguage()).toEqual([
    expect.stringMatching(/^html-lang-valid/),
  ]);
  await viewer.page.close();
});

test('axe runs once for pages that differ in letters only', async ({ browser }) => {
  const viewer = await openStories(browser);
  await viewer.show('ui-tooltip--held', 'theme:light;locale:en');
  const runs = await viewer.page.evaluateHandle(countRuns);
  for (const [name, id] of [
    ['Pay', 'a'],
    ['Buy', 'b'],
  ]) {
    await fill(viewer.page, `<label for="${id}">${name}</label><input id="${id}"><p>${name}</p>`);
    expect(await viewer.findProblems()).toEqual([]);
  }
  expect(await runs.evaluate((it) => it.count)).toBe(1);
  await viewer.page.close();
});

async function fill(page: Page, markup: string): Promise<void> {
  await page.evaluate((html) => {
    document.body.innerHTML = `<main><h1>A</h1>${html}</main>`;
  }, markup);
}

/** Runs in the page: counts the runs of axe. */
function countRuns(): { count: number } {
  const runs = { count: 0 };
  const { axe } = Reflect.get(window, 'tools');
  const { run } = axe;
  axe.run = (...args: unknown[]) => {
    runs.count += 1;
    return run(...args);
  };
  return runs;
}
