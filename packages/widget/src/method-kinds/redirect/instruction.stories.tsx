import { buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../testing/stage.tsx';

const meta: Meta<typeof Stage> = { title: 'Deposit/Instruction', component: Stage };
export default meta;
type Story = StoryObj<typeof Stage>;

type Slides = NonNullable<Parameters<typeof buildPaymentMethod>[0]>['instruction'];

const show = (instruction: Slides) => ({
  path: '/deposit/redirect/instruction?method=card',
  answers: { 'methods-payment-v3': buildOffer([buildPaymentMethod({ instruction })]) },
});

const slides = [
  {
    text: {
      en: 'Open the bank’s app and choose “Pay by code”.',
      ar: 'افتح تطبيق البنك واختر «الدفع بالرمز».',
      ru: 'Откройте приложение банка и выберите «Оплата по коду».',
    },
    picture: 'story-one',
  },
  { text: { en: 'Scan the code.', ar: 'امسح الرمز.' }, picture: 'story-two' },
  { text: { en: 'Confirm with your PIN.', ar: 'أكّد برمزك السري.' } },
];

/** A story has no catalogue to take pictures from: a drawing stands in for them. */
const drawPictures: NonNullable<Story['play']> = async ({ canvasElement }) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240"><rect x="110" y="16" width="100" height="208" rx="14" fill="#0b7a5b"/><rect x="118" y="34" width="84" height="172" rx="4" fill="#fff"/><rect x="136" y="70" width="48" height="48" fill="#11151c"/></svg>`;
  for (const image of canvasElement.querySelectorAll('img')) {
    image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  }
};

export const FirstSlide: Story = {
  args: show({ slides }),
  play: async (context) => {
    await context.canvas.findByRole('group');
    await drawPictures(context);
  },
};

export const LastSlide: Story = {
  args: show({ slides }),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('group');
    const dots = canvas.getByRole('group').querySelectorAll('ol button');
    const last = dots[dots.length - 1];
    if (last !== undefined) await userEvent.click(last);
  },
};

export const OneSlide: Story = { args: show({ slides: slides.slice(2) }) };

export const WithoutPictures: Story = {
  args: show({ slides: slides.map(({ text }) => ({ text })) }),
};

export const LongTexts: Story = {
  args: show({
    slides: Array.from({ length: 12 }, (_, index) => ({
      text: {
        en: `${index + 1}. Choose the account that bears your own name, check the amount and the recipient once more, and only then press the button that sends the transfer; it may take some minutes until the bank has let it go.`,
      },
    })),
  }),
};

export const Loading: Story = {
  args: {
    path: '/deposit/redirect/instruction?method=card',
    answers: { 'methods-payment-v3': 'never' },
  },
};
