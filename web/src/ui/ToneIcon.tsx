import { CheckCircleIcon, ClockIcon, type IconComponent, InfoIcon, ProblemIcon } from "./icons.tsx";
import type { Tone } from "./tone.ts";

const icons: Record<Tone, IconComponent> = {
  info: InfoIcon,
  waiting: ClockIcon,
  success: CheckCircleIcon,
  problem: ProblemIcon,
};

/** The icon of a tone. */
export function ToneIcon({ tone, size = 20 }: { readonly tone: Tone; readonly size?: number }) {
  const Icon = icons[tone];
  return <Icon size={size} />;
}
