import { type CoinBox, compareDecimals, type SweepstakeObstacle } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { boxesQueryName, useBoxes } from '../../features/coin-package/boxes.query.ts';
import { CoinBalances } from '../../features/coin-package/coin-balances.tsx';
import { largestPile } from '../../features/coin-package/coin-picture.tsx';
import { Disclaimer } from '../../features/coin-package/disclaimer.tsx';
import { SupportLink } from '../../features/support/support-link.tsx';
import { useText } from '../../i18n/text.ts';
import { StatusPanel, StatusText } from '../../ui/status-panel.tsx';
import { useMethods } from '../deposit/deposit.queries.ts';
import { ListWithResume } from '../deposit/list/list-with-resume.tsx';
import BlockedList from '../list/blocked-list.tsx';
import { ListContent } from '../list/list-content.tsx';
import { BoxTile } from './box-tile.tsx';
import styles from './boxes.module.css';
import { firstMethodsOf } from './fitting-methods.ts';

/** The coin packages on offer, with their prices (§1, §3 "Sweepstake box"). */
export function BoxesScreen() {
  const { offer, error } = useBoxes();
  const { catalogue } = useMethods();
  const block = catalogue?.block;
  return (
    <ListContent
      content={offer}
      error={error}
      isEmpty={({ boxes, obstacle }) => {
        const isMissing = boxes.length === 0 || catalogue?.methods.length === 0;
        return isMissing && obstacle === undefined && block === undefined;
      }}
      list="Deposit list"
    >
      {({ boxes, obstacle }) => (
        <ListWithResume>
          <CoinBalances />
          {block !== undefined && <BlockedList block={block} />}
          {block === undefined && obstacle !== undefined && <Obstacle reason={obstacle} />}
          {block === undefined && obstacle === undefined && <Boxes boxes={boxes} />}
          <Disclaimer />
        </ListWithResume>
      )}
    </ListContent>
  );
}

function Boxes({ boxes }: { boxes: readonly CoinBox[] }) {
  const text = useText();
  const queryClient = useQueryClient();
  const { catalogue } = useMethods();
  const to = firstMethodsOf(catalogue?.methods ?? []);
  const renew = () => void queryClient.invalidateQueries({ queryKey: [boxesQueryName] });
  return (
    <ul className={styles.boxes} aria-label={text('title.selectCoinPackage')}>
      {boxes.map((box) => (
        <BoxTile key={box.boxId} box={box} pile={pileOf(box, boxes)} to={to} onEnd={renew} />
      ))}
    </ul>
  );
}

/** Returns how high the pile of a package is among those of the others: by its gold coins. */
function pileOf({ gcAmount }: CoinBox, boxes: readonly CoinBox[]): number {
  const fewer = boxes.filter((other) => compareDecimals(other.gcAmount, gcAmount) < 0).length;
  return boxes.length < 2 ? 2 : Math.round((fewer * largestPile) / (boxes.length - 1));
}

/** What a player writes to support about. */
const needsSupport: ReadonlySet<SweepstakeObstacle> = new Set(['age', 'regionUnknown']);

/** Why there are no packages for the player; their coins and payments stay in sight. */
function Obstacle({ reason }: { reason: SweepstakeObstacle }) {
  const text = useText();
  return (
    <div role="status">
      <StatusPanel tone="warn" glyph="shield" title={text(`sweepstake.obstacle.${reason}.title`)}>
        <StatusText>{text(`sweepstake.obstacle.${reason}.text`)}</StatusText>
        {needsSupport.has(reason) && <SupportLink />}
      </StatusPanel>
    </div>
  );
}
