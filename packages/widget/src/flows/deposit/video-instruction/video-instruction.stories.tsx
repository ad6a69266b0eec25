import { buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../../testing/stage.tsx';

const meta: Meta<typeof Stage> = { title: 'Deposit/Video guide', component: Stage };
export default meta;
type Story = StoryObj<typeof Stage>;

const film = (redesign: string, text = 'Bank card') => ({
  path: '/deposit/video-instruction?method=card',
  answers: {
    'methods-payment-v3': buildOffer([
      buildPaymentMethod({ text: { en: text }, video_guide_url: { redesign } }),
    ]),
  },
});

const youtube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

export const Poster: Story = { args: film(youtube) };

export const LongName: Story = {
  args: film(youtube, 'Cooperative Savings and Agricultural Credit Bank of Chattogram'),
};

export const InApp: Story = { args: { ...film(youtube), isNative: true } };

/** A story loads no video: the frame stays empty, as behind a blocking network. */
export const Loading: Story = {
  args: film('https://vimeo.com/76979871'),
  play: async ({ canvas, canvasElement, userEvent }) => {
    const [, poster] = await canvas.findAllByRole('button');
    const keepEmpty = new MutationObserver(() => {
      canvasElement.querySelector('iframe')?.removeAttribute('src');
    });
    keepEmpty.observe(canvasElement, { childList: true, subtree: true });
    const play = canvasElement.querySelector('main button') ?? poster;
    if (play !== undefined && play !== null) await userEvent.click(play);
  },
};

export const UnknownAddress: Story = { args: film('https://films.example/guide.mp4') };
