import type { PlayerBlock } from '@kassa/contract';
import { Reference } from '../../features/copy/reference.tsx';
import { formatsOf } from '../../i18n/formats.ts';
import { resolveName, useText } from '../../i18n/text.ts';
import { isWebAddress } from '../../popup/is-web-address.ts';
import { useSession } from '../../session/session.ts';
import { useUser } from '../../session/user.query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { StatusPanel, StatusText } from '../../ui/status-panel.tsx';
import styles from './blocked-list.module.css';

/**
 * A list for a player who can't pay now: why, until when, and the id by which support finds the
 * player. It promises nothing: only the operator can end a block, and nobody an exclusion.
 */
export default function BlockedList({ block }: { block: PlayerBlock }) {
  const text = useText();
  const { locale } = useSession();
  const { data: user } = useUser();
  const { reason, until, helpLines = [] } = block;
  const { DateTimeFormat } = formatsOf(locale.format);
  const format = new DateTimeFormat(locale.format, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <div role="status">
      <StatusPanel tone="warn" glyph="shield" title={text(`block.${reason}.title`)}>
        {until !== undefined && (
          <StatusText>{text('block.until', { time: format.format(new Date(until)) })}</StatusText>
        )}
        <StatusText>{text(`block.${reason}.text`)}</StatusText>
        {user !== undefined && (
          <Reference reference={user.id} label="block.playerId" copyLabel="block.copyPlayerId" />
        )}
      </StatusPanel>
      {helpLines.length > 0 && (
        <section className={styles.help} aria-label={text('block.help')}>
          <h2 className={styles.title}>{text('block.help')}</h2>
          {helpLines.map(({ name, url }) => (
            <ButtonLink
              key={url}
              look="ghost"
              href={url}
              {...(isWebAddress(url) && { target: '_blank', rel: 'noopener noreferrer' })}
            >
              <bdi>{resolveName(name, locale.tag)}</bdi>
            </ButtonLink>
          ))}
        </section>
      )}
    </div>
  );
}
