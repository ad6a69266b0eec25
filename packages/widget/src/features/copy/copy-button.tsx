import { useEffect, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import styles from './copy.module.css';

interface CopyButtonProps {
  value: string;
  /** Says what is copied. */
  label: string;
}

const doneMs = 3000;

/** Copies a value and says so for 3 s (§9). Where the browser forbids it, it stays as it was. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const text = useText();
  const { bridge } = useSession();
  const [isDone, setIsDone] = useState(false);

  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setIsDone(false), doneMs);
    return () => clearTimeout(timer);
  }, [isDone]);

  async function handleClick() {
    try {
      // A web view's own clipboard is the app's to write (§7).
      if (bridge.isNative) bridge.send({ messageType: 'onCopyToBuffer', payload: { text: value } });
      else await navigator.clipboard.writeText(value);
      setIsDone(true);
    } catch {
      // A frame without the permission: the value stands beside the button to be selected.
    }
  }

  return (
    <>
      <button type="button" className={styles.button} aria-label={label} onClick={handleClick}>
        <Glyph name={isDone ? 'check' : 'copy'} size={18} />
      </button>
      <Announcement>{isDone ? text('copy.done') : ''}</Announcement>
    </>
  );
}
