// @vitest-environment node
import { encodeCoinBox } from '@kassa/contract';
import { buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import { expect, test } from 'vitest';
import { buildBox } from '../flows/sweepstake/testing/build-box.ts';
import { messagesOf } from '../testing/stage.tsx';
import { renderFirstScreen } from './render-first-screen.tsx';

const offer = buildOffer([buildPaymentMethod({ name: 'card', isPopular: true })]);

test.each([
  ['/deposit', 'main', 'href="'],
  ['/deposit/redirect?method=card', 'main', '<input'],
  ['/deposit', 'sweep', 'href="'],
] as const)(
  'the server draws %s of the %s cashier without a browser',
  async (address, view, part) => {
    const markup = await renderFirstScreen({
      ...{ address, view, offer, locale: 'en-US', messages: messagesOf('en') },
      ...{ closingButton: true, hasBadge: false, bonuses: 0, hasCryptoBonus: false },
      ...{ product: 'kassa', ownIcons: {}, country: undefined, platform: undefined },
      ...(view === 'sweep' && { packages: { boxes: [encodeCoinBox(buildBox())] } }),
    });
    expect(markup).toContain(part);
  },
);
