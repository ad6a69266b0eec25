import { blockchains } from '@kassa/contract';
import { useId } from 'react';
import { CopyButton } from '../../../features/copy/copy-button.tsx';
import { explorerAddress } from '../../../features/explorer/explorer-address.ts';
import { shortenHash } from '../../../features/explorer/shorten-hash.ts';
import { type Message, useMoney, useText } from '../../../i18n/text.ts';
import { Glyph } from '../../../ui/glyph.tsx';
import styles from './chain-list.module.css';
import { type ChainUpdate, isConfirmedOnChain, requiredConfirmations } from './complete.machine.ts';

/** All payments to the address of a deposit, the newest first. */
export function ChainList({ transactions }: { transactions: readonly ChainUpdate[] }) {
  const text = useText();
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {text('complete.chain.all')}
      </h2>
      <ul className={styles.list}>
        {transactions.map((one, at) => (
          // One transaction may pay to the address several times.
          // biome-ignore lint/suspicious/noArrayIndexKey: the id alone isn't unique
          <ChainRow key={`${one.txid} ${at}`} chain={one} />
        ))}
      </ul>
    </section>
  );
}

function ChainRow({ chain }: { chain: ChainUpdate }) {
  const text = useText();
  const money = useMoney();
  const { txid, note, cryptoAmount, cryptoCurrency, finalAmount, finalCurrency } = chain;
  const state = describeState(chain);
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <b>
          {cryptoAmount !== undefined && cryptoCurrency !== undefined
            ? money(cryptoAmount, cryptoCurrency, { trimZeros: true })
            : blockchains[chain.blockchain].name}
        </b>
        <span className={styles.state}>{text(state.key, state.params)}</span>
      </div>
      <div className={styles.line}>
        <span className={styles.value}>
          {finalAmount !== undefined &&
            finalCurrency !== undefined &&
            text('crypto.about', { amount: money(finalAmount, finalCurrency) })}
        </span>
        <span className={styles.hash}>
          {chain.isTestNetwork === true ? (
            <bdi dir="ltr">{shortenHash(txid)}</bdi>
          ) : (
            <a
              className={styles.link}
              href={explorerAddress(chain)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`${text('complete.chain.explorer')} ${shortenHash(txid)}`}
            >
              <bdi dir="ltr">{shortenHash(txid)}</bdi>
              <Glyph name="external" size={16} />
            </a>
          )}
          <CopyButton value={txid} label={text('complete.chain.copy')} />
        </span>
      </div>
      {note !== undefined && (
        <span className={styles.note}>{text(`complete.chain.note.${note}`)}</span>
      )}
    </li>
  );
}

/** Describes the state, with the count of blocks against the maximum while they are being counted. */
function describeState(chain: ChainUpdate): Message {
  const { state = 'confirming', confirmations } = chain;
  if (isConfirmedOnChain(chain)) return { key: 'complete.chain.state.confirmed' };
  if (state !== 'confirming') return { key: `complete.chain.state.${state}` };
  const total = requiredConfirmations(chain);
  return { key: 'complete.chain.state.confirming', params: { count: confirmations, total } };
}
