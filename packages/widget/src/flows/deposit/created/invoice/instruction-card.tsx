import type { Instruction } from '@kassa/contract';
import { resolveProviderText } from '../../../../features/requisites/requisite-list.tsx';
import { useText } from '../../../../i18n/text.ts';
import { useSession } from '../../../../session/session.ts';
import { Steps } from '../steps.tsx';

/** A provider's instruction, as steps or as one text. */
export function InstructionCard({ instruction }: { instruction: Instruction | null }) {
  const text = useText();
  const { locale } = useSession();
  if (instruction === null) return null;
  const title = text('payment.steps');
  if ('text' in instruction) {
    const paragraphs = resolveProviderText(instruction.text, locale.tag).split(/\n+/);
    return <Steps title={title} steps={paragraphs} isPlain />;
  }
  const steps = [...instruction.steps].sort((a, b) => a.stepNumber - b.stepNumber);
  const words = steps.map(({ stepInstruction }) =>
    resolveProviderText(stepInstruction, locale.tag),
  );
  return <Steps title={title} steps={words} />;
}
