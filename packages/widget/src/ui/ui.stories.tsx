import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from './button.tsx';
import { Icon } from './icon.tsx';
import { Notice } from './notice.tsx';
import { Screen } from './screen.tsx';
import { SearchField } from './search-field.tsx';
import { Skeleton } from './skeleton.tsx';
import { Snackbar } from './snackbar.tsx';
import { StatusPanel, StatusText } from './status-panel.tsx';
import { SummaryCard } from './summary-card.tsx';

const meta: Meta = {
  title: 'UI/Parts',
  decorators: [
    (Story) => (
      <Screen>
        <h1>Kassa</h1>
        <Story />
      </Screen>
    ),
  ],
};
export default meta;
type Story = StoryObj;

const show = (parts: ReactNode): Story => ({ render: () => <>{parts}</> });

export const Buttons = show(
  <>
    <Button>Deposit €50.00</Button>
    <Button isBusy>Deposit €50.00</Button>
    <Button disabled>Deposit</Button>
    <Button look="danger">Cancel payment</Button>
    <Button look="danger" isBusy>
      Cancel payment
    </Button>
    <Button look="ghost">Choose another method</Button>
    <ButtonLink href="https://example.com">Open the payment page</ButtonLink>
  </>,
);

export const Icons = show(
  <>
    <SummaryCard picture={<Icon id="visa" name="Visa" />} title="Visa" note="A logo" />
    <SummaryCard
      picture={<Icon id="none" name="Mobile Money" />}
      title="Mobile Money"
      note="None"
    />
    <SummaryCard picture={<Icon id={undefined} name="bKash" size="large" />} title="bKash" />
  </>,
);

export const Skeletons = show(
  <>
    <Skeleton shape="row" />
    <Skeleton shape="field" />
    <Skeleton shape="tile" />
    <Skeleton shape="circle" />
    <Skeleton shape="line" />
  </>,
);

export const Notices = show(
  <>
    <Notice>You’ll pay on the provider’s secure page.</Notice>
    <Notice tone="warn">Your browser blocked the payment page.</Notice>
  </>,
);

const search = { label: 'Search 38 methods', clearLabel: 'Clear the search', onChange: () => {} };
export const Search = show(
  <>
    <SearchField {...search} value="" />
    <SearchField {...search} value="visa" />
  </>,
);

export const Cards = show(
  <>
    <SummaryCard picture={<Icon id="visa" name="Visa" />} title="Germany" note="With an end">
      <b>$4.99</b>
    </SummaryCard>
    <SummaryCard
      picture={<Icon id={undefined} name="Long Name" />}
      title="The Very Long-Winded Cooperative Savings Bank of Llanfairpwllgwyngyll"
      note="Usually arrives in 45 minutes, or on the next business day"
    >
      <b>$99,999.99</b>
    </SummaryCard>
  </>,
);

export const SnackbarLong = show(
  <Snackbar
    title="The deposit was not created, and here is a title of two lines"
    closeLabel="Close this message"
    onClose={() => {}}
  >
    {'The payment provider is taking too long to answer. '.repeat(4)}
  </Snackbar>,
);

export const SnackbarOpen = show(
  <Snackbar title="The deposit was not created" closeLabel="Close this message" onClose={() => {}}>
    The payment provider can’t be reached right now.
  </Snackbar>,
);

export const Statuses = show(
  (['busy', 'ok', 'warn', 'danger', 'quiet'] as const).map((tone) => (
    <StatusPanel key={tone} tone={tone} title={`A ${tone} status`}>
      <StatusText>A few words about it.</StatusText>
    </StatusPanel>
  )),
);
