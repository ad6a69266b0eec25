import { blockchains, confirmationMinutesOf, type PaymentMethod } from '@kassa/contract';
import { type MessageKey, useMoney, useText } from '../../../i18n/text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ProgressStep, ProgressSteps } from '../../../ui/progress-steps.tsx';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';
import { isDecidedByOperator } from '../chain-payment.ts';
import styles from './chain-progress.module.css';
import { type ChainUpdate, isConfirmedOnChain, requiredConfirmations } from './complete.machine.ts';

interface ChainProgressProps {
  chain: ChainUpdate;
  /** The number of confirmations that shows. */
  confirmations: number;
  method: PaymentMethod | undefined;
}

/**
 * A payment that was detected on its chain, and its confirmations (§4 "crypto variant"). Screen
 * readers announce the title, but not the count, which changes with every block.
 */
export function ChainProgress({ chain, confirmations, method }: ChainProgressProps) {
  const text = useText();
  const total = requiredConfirmations(chain);
  const isConfirmed = isConfirmedOnChain(chain);
  const isPending = chain.state === 'pending';
  const count = isConfirmed ? total : isPending ? 0 : Math.min(confirmations, total);
  if (chain.state === 'replaced' || chain.state === 'dropped') return <Gone state={chain.state} />;
  return (
    <div className={styles.panel}>
      <span className={styles.coin}>
        <Icon id={method?.iconIds[0]} name={chain.cryptoCurrency ?? method?.text.en ?? '?'} />
      </span>
      <div role="status">
        <h2 className={styles.title}>
          {count === total ? text(wordsOf(chain).title) : <Seen {...chain} />}
        </h2>
      </div>
      <StatusText>{describe()}</StatusText>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={text('complete.chain.progress')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={count}
      >
        <span className={styles.done} style={{ inlineSize: `${(100 * count) / total}%` }} />
      </div>
      <Steps chain={chain} missing={total - count} total={total} />
    </div>
  );

  function describe(): string {
    if (count === total) return text(wordsOf(chain).text);
    return isPending
      ? text('complete.chain.pending')
      : text('complete.chain.count', { count, total });
  }
}

/** Returns the texts once all confirmations are there: it is being credited, or support decides. */
function wordsOf(chain: ChainUpdate): { title: MessageKey; text: MessageKey } {
  const name = isDecidedByOperator(chain) ? 'complete.chain.decided' : 'complete.accepted';
  return { title: `${name}.title`, text: `${name}.text` };
}

/** A payment that will never be in a block. */
function Gone({ state }: { state: 'replaced' | 'dropped' }) {
  const text = useText();
  return (
    <div role="status">
      <StatusPanel tone="warn" title={text(`complete.chain.${state}.title`)}>
        <StatusText>{text(`complete.chain.${state}.text`)}</StatusText>
      </StatusPanel>
    </div>
  );
}

/** The received amount, as far as the chain reports it. */
function Seen({ cryptoAmount, cryptoCurrency }: ChainUpdate) {
  const text = useText();
  const money = useMoney();
  if (cryptoAmount === undefined || cryptoCurrency === undefined) {
    return text('complete.chain.seenPlain');
  }
  const amount = money(cryptoAmount, cryptoCurrency, { trimZeros: true });
  return text('complete.chain.seen', { amount });
}

interface StepsProps {
  chain: ChainUpdate;
  /** The number of missing blocks, and of all required blocks. */
  missing: number;
  total: number;
}

function Steps({ chain, missing, total }: StepsProps) {
  const text = useText();
  const { name, network } = blockchains[chain.blockchain];
  // The missing blocks' share of §9's minutes for all blocks.
  const minutes = Math.ceil((confirmationMinutesOf(network) * missing) / total);
  const isConfirmed = missing === 0;
  const isPending = chain.state === 'pending';
  return (
    <ProgressSteps>
      <ProgressStep state="done">{text('complete.chain.found')}</ProgressStep>
      {isPending && <ProgressStep state="now">{text('complete.chain.waitingBlock')}</ProgressStep>}
      <ProgressStep
        state={isConfirmed ? 'done' : isPending ? 'next' : 'now'}
        note={isConfirmed ? undefined : text('complete.chain.left', { minutes })}
      >
        {text(isConfirmed ? 'complete.chain.confirmed' : 'complete.chain.confirming', {
          network: name,
        })}
      </ProgressStep>
      <ProgressStep state={isConfirmed && !isDecidedByOperator(chain) ? 'now' : 'next'}>
        {text('complete.chain.credited')}
      </ProgressStep>
    </ProgressSteps>
  );
}
