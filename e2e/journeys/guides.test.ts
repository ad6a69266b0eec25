import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';

const bangladesh = { country: 'bd', currency: 'BDT' };

test('a guide is stepped through and returns to the unchanged form; a video requests nothing before it is played', async ({
  page,
}) => {
  const requested: string[] = [];
  await page.context().route(/youtube|vimeo|google|ytimg/, (route) => {
    requested.push(new URL(route.request().url()).host);
    return route.fulfill({ contentType: 'text/html', body: '<title>A film</title>' });
  });
  const { cashier } = await HostPage.open(page, bangladesh);
  await cashier.find('bKash');
  await cashier.amount.fill('750');
  await cashier.link('guide.slides').click();
  const place = (index: number) =>
    cashier.frame.getByRole('listitem').getByRole('button').nth(index);
  await expect(place(0)).toHaveAttribute('aria-current', 'step');
  const pictures = cashier.frame.locator('img[src*="pictures/"]');
  await expect(pictures.first()).toHaveJSProperty('complete', true);
  expect(await pictures.first().evaluate((image) => image.getBoundingClientRect().width)).not.toBe(
    0,
  );

  await place(0).focus();
  await page.keyboard.press('ArrowRight');
  await expect(place(1)).toHaveAttribute('aria-current', 'step');
  await cashier.button('slides.previous').click();
  await expect(place(0)).toHaveAttribute('aria-current', 'step');
  const places = await cashier.frame.getByRole('listitem').getByRole('button').count();
  for (let index = 1; index < places; index += 1) {
    await cashier.button('slides.next').click();
    await expect(place(index)).toHaveAttribute('aria-current', 'step');
  }
  await cashier.button('slides.done').click();
  await expect(cashier.amount).toHaveValue('750');

  await cashier.link('guide.video').click();
  const play = cashier.frame.getByRole('button', { name: /^Play/ });
  await expect(play).toBeVisible();
  expect(requested).toEqual([]);
  await play.click();
  await expect(cashier.frame.locator('iframe')).toBeVisible();
  await expect.poll(() => requested).toContain('www.youtube-nocookie.com');
});
