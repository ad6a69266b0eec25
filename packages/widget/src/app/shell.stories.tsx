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

export const WithoutClose: Story = { args: { path: '/form' } };
