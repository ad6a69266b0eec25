import type { PaymentMethod } from '@kassa/contract';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { keepLeftToRight } from '../../i18n/keep-left-to-right.ts';
import { useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { Button } from '../../ui/button.tsx';
import { radioGroupFocus } from '../../ui/radio-group-focus.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusPanel, StatusText } from '../../ui/status-panel.tsx';
import { useFocusHandover } from '../../ui/use-focus-handover.ts';
import { FailurePanel } from '../failure/failure-panel.tsx';
import styles from './saved-details.module.css';
import { useSavedDetails } from './saved-details.query.ts';
import { DetailsChoice, SavedDetailsRow } from './saved-details-row.tsx';

interface SavedDetailsProps {
  method: PaymentMethod;
  /** The id of the chosen details; null for other ones, which the player types. */
  chosen: string | null;
  /** Also called where the chosen details no longer exist. */
  onChoose: (detailsId: string | null) => void;
  isDisabled?: boolean;
  /**
   * Whether the details used last are chosen as soon as they are there. Called once: the player may have
   * typed others.
   */
  isFirstWanted?: () => boolean;
  /**
   * Leads to a deposit, for a method that pays to the card or account of one where there is none.
   */
  onDeposit?: () => void;
}

/**
 * The details that the player used before, to use one of them again or to remove it. Nothing shows
 * where there are none, except for a method that pays to the card or account of a deposit: there
 * they are the only way, and the last used one is chosen at first.
 */
export function SavedDetails(props: SavedDetailsProps) {
  const { method } = props;
  const saved = useSavedDetails(method);
  const [removed, setRemoved] = useState('');
  const isOnlyWay = method.paysToInstrument === true;
  const { details } = saved;
  useExistingChoice(props, details);
  useFirstChoice(props, details);
  return (
    <>
      <Announcement>{removed}</Announcement>
      {details === null || details.length === 0 ? (
        isOnlyWay && <NoDetails {...props} saved={saved} />
      ) : (
        <DetailsList {...props} details={details} onRemoved={setRemoved} forget={saved.forget} />
      )}
    </>
  );
}

type Saved = ReturnType<typeof useSavedDetails>;
type Details = NonNullable<Saved['details']>;

/** Replaces a choice that doesn't exist. */
function useExistingChoice(
  { method, chosen, onChoose }: SavedDetailsProps,
  details: Details | null,
) {
  const [first = null] = method.paysToInstrument === true ? (details ?? []) : [];
  const isKnown = details === null || details.some(({ detailsId }) => detailsId === chosen);
  const replacement = isKnown ? chosen : (first?.detailsId ?? null);
  const replace = useEffectEvent(() => onChoose(replacement));
  useEffect(() => {
    if (replacement !== chosen) replace();
  }, [replacement, chosen]);
}

/** Chooses the details used last, once they are there. */
function useFirstChoice({ onChoose, isFirstWanted }: SavedDetailsProps, details: Details | null) {
  const isOver = useRef(false);
  const choose = useEffectEvent(([first]: Details) => {
    if (isOver.current) return;
    isOver.current = true;
    if (first !== undefined && isFirstWanted?.() === true) onChoose(first.detailsId);
  });
  useEffect(() => {
    if (details !== null) choose(details);
  }, [details]);
}

/** The card or account of a deposit that a method needs, where there is none or it isn't known. */
function NoDetails({ saved, onDeposit }: SavedDetailsProps & { saved: Saved }) {
  const text = useText();
  if (saved.error !== null) {
    return (
      <div className={styles.none}>
        <FailurePanel title={text('saved.failed')} error={saved.error} />
        <Button look="ghost" onClick={saved.retry}>
          {text('error.retry')}
        </Button>
      </div>
    );
  }
  if (saved.details === null) {
    return (
      <div className={styles.none}>
        <Skeleton shape="line" />
        <Skeleton shape="row" />
      </div>
    );
  }
  return (
    <div className={styles.none}>
      <StatusPanel tone="quiet" title={text('saved.none.title')}>
        <StatusText>{text('saved.none.text')}</StatusText>
      </StatusPanel>
      {onDeposit !== undefined && (
        <Button look="soft" onClick={onDeposit}>
          {text('history.empty.deposit')}
        </Button>
      )}
    </div>
  );
}

/** The most details that show before the player asks for all. */
const mostShown = 3;

interface DetailsListProps extends SavedDetailsProps {
  details: Details;
  onRemoved: (words: string) => void;
  forget: (detailsId: string) => void;
}

function DetailsList({ method, details, chosen, onChoose, ...list }: DetailsListProps) {
  const text = useText();
  const { locale } = useSession();
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useFocusHandover(section, 'h1');
  const [isWhole, setIsWhole] = useState(false);
  const isOnlyWay = method.paysToInstrument === true;
  const isChosenBehind = details.findIndex(({ detailsId }) => detailsId === chosen) >= mostShown;
  const shown = isWhole || isChosenBehind ? details : details.slice(0, mostShown);
  const choice = { group: id, isDisabled: list.isDisabled === true };
  return (
    <section className={styles.saved} ref={section} aria-labelledby={`${id}-title`}>
      <div className={styles.inner}>
        <h2 className={styles.title} id={`${id}-title`} ref={title} tabIndex={-1}>
          {text(isOnlyWay ? 'saved.payTo' : 'saved.title')}
        </h2>
        <div
          className={styles.choices}
          role="radiogroup"
          aria-labelledby={`${id}-title`}
          tabIndex={-1}
          {...radioGroupFocus({})}
        >
          {shown.map((one) => (
            <SavedDetailsRow
              key={one.detailsId}
              {...choice}
              details={one}
              isChosen={one.detailsId === chosen}
              onChoose={() => onChoose(one.detailsId)}
              onRemoved={() => {
                const masked = keepLeftToRight(one.masked, locale);
                list.onRemoved(text('saved.removed', { details: masked }));
                title.current?.focus({ preventScroll: true });
                list.forget(one.detailsId);
              }}
            />
          ))}
          {!isOnlyWay && (
            <DetailsChoice
              {...choice}
              value=""
              isChosen={chosen === null}
              onChoose={() => onChoose(null)}
            >
              {text('saved.other')}
            </DetailsChoice>
          )}
        </div>
        {shown.length < details.length && (
          <Button look="ghost" onClick={() => setIsWhole(true)}>
            {text('saved.all')}
          </Button>
        )}
      </div>
    </section>
  );
}
