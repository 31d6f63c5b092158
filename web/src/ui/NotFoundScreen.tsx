import { LinkButton } from "./Button.tsx";
import { EmptyState } from "./EmptyState.tsx";
import { LensIllustration } from "./illustrations.tsx";

/** Shown for a path that this document has no screen for. */
export function NotFoundScreen({ home, homeLabel }: { readonly home: string; readonly homeLabel: string }) {
  return (
    <EmptyState
      illustration={<LensIllustration />}
      heading="h1"
      title="This page does not exist"
      action={
        <LinkButton kind="primary" href={home}>
          {homeLabel}
        </LinkButton>
      }
    >
      The address may be mistyped, or the page has moved.
    </EmptyState>
  );
}
