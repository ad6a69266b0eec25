import { type DeviceTicket, deviceTicketSchema } from '@kassa/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CompiledMessages } from '../../i18n/load-messages.ts';
import type { PlayerLocale } from '../../i18n/player-locale.ts';
import { type MessageKey, useText } from '../../i18n/text.ts';
import { exchangeCode } from '../../popup/exchange-code.ts';
import { TransportError } from '../../transport/transport-error.ts';
import { Button } from '../../ui/button.tsx';
import type { GlyphName } from '../../ui/glyph.tsx';
import { Header } from '../../ui/header.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StatusPanel, StatusText } from '../../ui/status-panel.tsx';
import { App } from '../app.tsx';
import type { PageConfig } from '../page-config.ts';
import { keepTicket, recallTicket } from './kept-ticket.ts';
import { type OpenedDeposit, openDeposit } from './open-deposit.ts';
import styles from './pay-page.module.css';

interface PayPageProps {
  page: Pick<PageConfig, 'product' | 'ownIcons'>;
  /** The code of the address; null after a reload. */
  code: string | null;
  locale: PlayerLocale;
  messages: CompiledMessages;
}

type Closed = 'used' | 'ended' | 'unreachable';

type Stage = { kind: 'opening' | Closed } | { kind: 'open'; opened: OpenedDeposit };

/** The texts where the deposit isn't shown. */
const closedTexts: Record<
  Closed,
  { tone: 'quiet' | 'danger'; glyph?: GlyphName; title: MessageKey; text: MessageKey }
> = {
  used: { tone: 'quiet', glyph: 'clock', title: 'popup.over.title', text: 'pay.used.text' },
  ended: { tone: 'quiet', glyph: 'clock', title: 'pay.ended.title', text: 'pay.ended.text' },
  unreachable: { tone: 'danger', title: 'popup.failed.title', text: 'popup.unreachable.text' },
};

/** One deposit on another device of its player: the same screens, and no way to anything else. */
export function PayPage({ page, code, locale, messages }: PayPageProps) {
  const { stage, retry } = useStage({ page, code, locale });
  if (stage.kind === 'open') return <App {...stage.opened} messages={messages} />;
  return <ClosedPage kind={stage.kind} onRetry={retry} />;
}

/** The page before its deposit is there, and where it can't be shown. */
export function ClosedPage({ kind, onRetry }: { kind: 'opening' | Closed; onRetry: () => void }) {
  const text = useText();
  if (kind === 'opening') {
    return (
      <div className={styles.page}>
        <Header title={text('loading')} />
        <ListSkeleton />
      </div>
    );
  }
  const { tone, glyph, title, text: words } = closedTexts[kind];
  return (
    <div className={styles.page}>
      <Header title={text('title.deposit')} />
      <Screen
        layout="centered"
        footer={
          kind === 'unreachable' ? (
            <Button onClick={onRetry}>{text('error.retry')}</Button>
          ) : undefined
        }
      >
        <div role="status">
          <StatusPanel tone={tone} glyph={glyph} title={text(title)}>
            <StatusText>{text(words)}</StatusText>
          </StatusPanel>
        </div>
      </Screen>
    </div>
  );
}

function useStage({ page, code, locale }: Omit<PayPageProps, 'messages'>) {
  const [stage, setStage] = useState<Stage>({ kind: 'opening' });
  // The code of the address is for another deposit than a ticket that the tab still has.
  const ticket = useRef(code === null ? recallTicket() : null);
  const isOpening = stage.kind === 'opening';
  useEffect(() => {
    if (!isOpening) return;
    let isLeft = false;
    const onEnded = () => {
      keepTicket(null);
      setStage({ kind: 'ended' });
    };
    void open(ticket, code, { page, locale, onEnded }).then((next) => {
      if (!isLeft) setStage(next);
      else if (next.kind === 'open') next.opened.stop();
    });
    return () => {
      isLeft = true;
    };
  }, [isOpening, page, code, locale]);
  useEffect(() => {
    if (stage.kind === 'open') return stage.opened.stop;
  }, [stage]);
  return { stage, retry: () => setStage({ kind: 'opening' }) };
}

type Kept = RefObject<DeviceTicket | null>;

async function open(
  ticket: Kept,
  code: string | null,
  options: Parameters<typeof openDeposit>[1],
): Promise<Stage> {
  const found = await findTicket(ticket, code);
  if (typeof found === 'string') return { kind: found };
  try {
    return { kind: 'open', opened: await openDeposit(found, options) };
  } catch (error) {
    const isRefused = error instanceof TransportError && [401, 404].includes(error.status);
    return { kind: isRefused ? 'ended' : 'unreachable' };
  }
}

/** Returns the ticket, or exchanges the address's code for one. */
async function findTicket(ticket: Kept, code: string | null): Promise<DeviceTicket | Closed> {
  if (ticket.current !== null) return ticket.current;
  if (code === null) return 'used';
  const exchanged = await exchangeCode('pay', code, deviceTicketSchema);
  if (exchanged.kind === 'unreachable') return 'unreachable';
  if (exchanged.kind === 'refused') return exchanged.code === 'deposit.notOpen' ? 'ended' : 'used';
  ticket.current = exchanged.value;
  keepTicket(exchanged.value);
  return exchanged.value;
}
