import type { ExternalRedirect } from '@kassa/contract';
import { useSession } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { BrowserButton } from './browser-button.tsx';
import { isSecondClick } from './is-second-click.ts';

interface PaymentLinkProps {
  /** The deposit that is paid there. */
  depositId: string;
  redirect: ExternalRedirect;
  /** The link's text. */
  children: string;
  look?: 'primary' | 'ghost';
  /** The player went to the provider's page. */
  onOpen?: () => void;
}

/** The way to the provider's page: a plain link, or a form where the provider needs a POST. */
export function PaymentLink(props: PaymentLinkProps) {
  const { depositId, redirect, children, look = 'primary', onOpen } = props;
  const { bridge } = useSession();
  // After the browser has handled the click: a link that is removed by then leads nowhere.
  const handleOpen = () => setTimeout(() => onOpen?.());
  if (redirect.method === 'GET') {
    return (
      <ButtonLink
        look={look}
        href={redirect.url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={(event) => {
          if (isSecondClick(event)) event.preventDefault();
          else handleOpen();
        }}
      >
        {children}
        <Glyph name="external" size={20} />
      </ButtonLink>
    );
  }
  if (bridge.isNative) {
    return (
      <BrowserButton depositId={depositId} look={look} onOpen={onOpen}>
        {children}
      </BrowserButton>
    );
  }
  return (
    <form
      action={redirect.url}
      method="post"
      target="_blank"
      rel="noopener noreferrer"
      onSubmit={handleOpen}
    >
      {Object.entries(redirect.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        look={look}
        type="submit"
        onClick={(event) => isSecondClick(event) && event.preventDefault()}
      >
        {children}
        <Glyph name="external" size={20} />
      </Button>
    </form>
  );
}
