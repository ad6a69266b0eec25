import type { ReactNode } from 'react';
import { useText } from '../../../i18n/text.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useLateCode } from '../../../ui/use-late-code.ts';
import { useUnfinishedDeposits } from '../resume/use-unfinished-deposits.ts';

/**
 * The list's screen, with a bar for unfinished deposits. The bar lies at the bottom, over the list,
 * so that it moves nothing. The deposits are requested once the list is usable, and the bar's code is
 * loaded once there is one. The list works without the bar.
 */
export function ListWithResume({ children }: { children: ReactNode }) {
  const text = useText();
  const hasLoaded = useSessionStore((store) => store.hasLoaded);
  const { deposits, refresh } = useUnfinishedDeposits(hasLoaded);
  const count = deposits?.length ?? 0;
  const Bar = useLateCode(count > 0 ? loadBar : null);
  const isShown = deposits !== null && count > 0 && Bar !== null && Bar !== 'failed';
  return (
    <Screen footer={isShown ? <Bar deposits={deposits} onExpire={refresh} /> : undefined}>
      {children}
      <Announcement>{isShown ? text('resume.title', { count }) : ''}</Announcement>
    </Screen>
  );
}

async function loadBar() {
  return (await import('../resume/resume-bar.tsx')).ResumeBar;
}
