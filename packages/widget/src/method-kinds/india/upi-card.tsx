import { listUpiAppLinks, type UpiAppLink, type UpiDevice } from '@kassa/contract';
import { AppLink } from '../../features/payment-link/app-link.tsx';
import {
  type CodeUse,
  type CodeWords,
  PaymentCodeCard,
  useIsAtDesk,
} from '../../features/qr/payment-code-card.tsx';
import { useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import styles from './upi-card.module.css';

export const upiWords: CodeWords = {
  picture: 'code.picture',
  code: 'india.link',
  copy: 'india.copy',
  scan: 'india.scan',
  app: 'india.anyApp',
};

interface UpiCardProps extends UpiWays {
  /** The link to pay by UPI. */
  link: string;
  onUse: (how: CodeUse) => void;
}

/** How a link can be paid on this device. */
interface UpiWays {
  /** The apps of this device; none at a desk. */
  links: readonly UpiAppLink[];
  isHandheld: boolean;
}

/**
 * Returns how a link can be paid on this device. A tablet, and a phone in landscape, have a frame as
 * wide as a desk's.
 * @param schemes - the schemes of app links that the method declares
 */
export function useUpiWays(link: string | null, schemes: readonly string[]): UpiWays {
  const { bridge } = useSession();
  const isAtDesk = useIsAtDesk();
  const isTouched = useMediaQuery('(pointer: coarse)');
  const device = resolveDevice(navigator);
  const isHandheld = isTouched && device !== 'other';
  const hasIntents = !bridge.isNative;
  const hasApps = link !== null && (isHandheld || !isAtDesk);
  const links = hasApps ? listUpiAppLinks(link, { device, schemes, hasIntents }) : [];
  return { links, isHandheld };
}

/** A payment by UPI: on a phone or tablet in one of its apps, at a desk by scanning the same link. */
export function UpiCard({ link, links, isHandheld, onUse }: UpiCardProps) {
  return (
    <PaymentCodeCard
      code={{ text: link, picture: null, payLink: null }}
      words={upiWords}
      onUse={onUse}
      isUsedHere={isHandheld}
    >
      {links.length > 0 ? <UpiApps links={links} onFollow={() => onUse('link')} /> : undefined}
    </PaymentCodeCard>
  );
}

/** Returns the device by its browser, or by the web view of an app. An iPad calls itself a Mac. */
function resolveDevice({ userAgent, maxTouchPoints }: Navigator): UpiDevice {
  if (/Android/.test(userAgent)) return 'android';
  const isTablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  return isTablet || /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : 'other';
}

interface UpiAppsProps {
  links: readonly UpiAppLink[];
  onFollow: () => void;
}

/** The apps that a payment can be opened in. */
function UpiApps({ links, onFollow }: UpiAppsProps) {
  const text = useText();
  const named = links.flatMap(({ app, href }) => (app === null ? [] : [{ ...app, href }]));
  const any = links.find(({ app }) => app === null);
  return (
    <>
      <p className={styles.note}>{text('india.choose')}</p>
      {any !== undefined && (
        <AppLink className={styles.any} href={any.href} isPrimary onFollow={onFollow}>
          {text(upiWords.app)}
          <Glyph name="external" size={20} />
        </AppLink>
      )}
      {named.length > 0 && (
        <ul className={styles.apps}>
          {named.map(({ name, iconId, href }) => (
            <li key={name}>
              <AppLink className={styles.app} href={href} onFollow={onFollow}>
                <Icon id={iconId ?? undefined} name={name} size="medium" />
                <bdi>{name}</bdi>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
