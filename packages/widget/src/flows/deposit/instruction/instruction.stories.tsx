import { buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../../testing/stage.tsx';

const meta: Meta<typeof Stage> = { title: 'Deposit/Instruction', component: Stage };
export default meta;
type Story = StoryObj<typeof Stage>;

type Instruction = NonNullable<
  NonNullable<Parameters<typeof buildPaymentMethod>[0]>['instruction']
>;

const show = (instruction: Instruction) => ({
  path: '/deposit/redirect/instruction?method=card',
  answers: { 'methods-payment-v3': buildOffer([buildPaymentMethod({ instruction })]) },
});

const slides: Instruction['slides'] = [
  {
    text: {
      en: 'Open the bank’s app and choose “Pay by code”.',
      ar: 'افتح تطبيق البنك واختر «الدفع بالرمز».',
      ru: 'Откройте приложение банка и выберите «Оплата по коду».',
    },
    picture: 'open-app',
  },
  { text: { en: 'Scan the code.', ar: 'امسح الرمز.' }, picture: 'scan-code' },
  { text: { en: 'Confirm with your PIN.', ar: 'أكّد برمزك السري.' } },
];

export const FirstSlide: Story = { args: show({ slides }) };

/** The picture fails to load. */
export const PictureMissing: Story = {
  args: show({ slides: slides.map((slide) => ({ ...slide, picture: 'nowhere' })) }),
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
