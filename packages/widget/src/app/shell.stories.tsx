import type { Meta, StoryObj } from '@storybook/react-vite';
import { mainTree, Stage } from '../testing/stage.tsx';
import { errorRoute } from './error.route.ts';

const meta: Meta<typeof Stage> = { title: 'App/Shell', component: Stage };
export default meta;
type Story = StoryObj<typeof Stage>;

/** A screen whose code or data loads. */
export const Loading: Story = {
  args: { path: '/withdrawal', answers: { 'methods-withdrawal': 'never' } },
};

/** Not even the error screen can be loaded. */
export const Broken: Story = {
  args: {
    path: '/error',
    tree: {
      ...mainTree,
      routes: [
        {
          ...errorRoute,
          load: async () => {
            throw new Error('offline');
          },
        },
      ],
    },
  },
};

/** The network is lost; the list stays. */
export const Offline: Story = {
  // Otherwise the queries of the stories that follow would wait for the network.
  beforeEach: () => () => {
    window.dispatchEvent(new Event('online'));
  },
  play: async ({ canvas }) => {
    await canvas.findAllByRole('listitem');
    window.dispatchEvent(new Event('offline'));
    await canvas.findByText(/\S/, { selector: 'header p' });
  },
};

export const WithoutClose: Story = { args: { path: '/form' } };

const drawing = (width: number, words: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 28"><rect width="${width}" height="28" rx="7" fill="#5b3df5"/><text x="${width / 2}" y="20" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="16" fill="#fff">${words}</text></svg>`)}`;

/** A square picture of the host's, beside a title and a way back. */
export const Badge: Story = {
  args: { path: '/deposit/region', hostData: { assets: { badge: drawing(28, 'B') } } },
};

/** A wide one on the first screen. */
export const WideBadge: Story = {
  args: { hostData: { assets: { badge: drawing(96, 'BETTINO') } } },
};

/** Its place stays, so that nothing moves. */
export const BrokenBadge: Story = {
  args: { hostData: { assets: { badge: 'data:image/svg+xml,broken' } } },
};
